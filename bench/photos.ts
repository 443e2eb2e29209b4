/**
 * `npm run bench:photos`: what the photos weigh and how near they come to their originals, as a
 * Markdown table; the latest stands in `bench/photos.md`. Fails when a hero is over its budget.
 *
 * Scores are of whole files as they were written, not of the samples by which the build searched
 * their quality. How long the build takes: `bench/photos-cold.ts`.
 */
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { loadContent } from '../publish/content/load-content.ts';
import { findPhotoFile } from '../publish/content/photo-file.ts';
import { AVIF_BUDGETS, maxAvifBytes, tallRegion } from '../publish/photos/photo-variants.ts';
import { toPixels } from '../publish/photos/pixels.ts';
import { type PreparedPhoto, preparePhotos } from '../publish/photos/prepare-photos.ts';
import { cutOut, readOriginal } from '../publish/photos/read-original.ts';
import { scorePhoto } from '../publish/photos/score-photo.ts';
import { type PhotoCropName, type PhotoFormat, photoUrl, photoWidths } from '../site/picture/photo.ts';

const PHOTOS_DIR = 'content/photos';
const REPORT = 'bench/photos.md';

/** The file of one crop and format that is as wide as `width`, or the widest there is. */
interface Column {
  head: string;
  crop: PhotoCropName;
  format: PhotoFormat;
  width: number;
}

const COLUMNS: Column[] = [
  { head: 'avif 768', crop: 'full', format: 'avif', width: 768 },
  { head: 'avif 1920', crop: 'full', format: 'avif', width: 1920 },
  { head: 'avif phone', crop: 'tall', format: 'avif', width: 728 },
  { head: 'webp 1600', crop: 'full', format: 'webp', width: 1600 },
  { head: 'jpeg 1600', crop: 'full', format: 'jpeg', width: 1600 },
];

interface Cell {
  width: number;
  kb: number;
  score: number;
}

interface Row {
  id: string;
  original: { width: number; height: number; kb: number };
  /** One a column; undefined for the phone's hero of a photo that is none. */
  cells: (Cell | undefined)[];
}

const outDir = await mkdtemp(join(tmpdir(), 'bench-photos-'));
try {
  const { photos: photoList } = await loadContent('content');
  const photos = await preparePhotos({
    photosDir: PHOTOS_DIR,
    photoList,
    outDir,
    cacheDir: '.cache/photos',
    onProgress: (line) => console.error(line),
  });
  const files = await readdir(PHOTOS_DIR);
  const rows: Row[] = [];
  for (const photo of photos.values()) {
    const original = findPhotoFile(photo.id, files);
    if (original.kind !== 'found') continue;
    const focus = photoList.photos[photo.id]?.focus ?? [50, 50];
    rows.push(await measure(photo, focus, join(PHOTOS_DIR, original.file)));
    console.error(`${photo.id} measured`);
  }
  const report = describe(rows);
  console.log(report);
  await writeFile(REPORT, report);
  const heavy = await findHeavy([...photos.values()]);
  if (heavy.length > 0) throw new Error(`Over budget: ${heavy.join(', ')}`);
} finally {
  await rm(outDir, { recursive: true });
}

async function measure(photo: PreparedPhoto, focus: [number, number], file: string): Promise<Row> {
  const whole = await readOriginal(file, (size) => size);
  const regions = {
    full: { left: 0, top: 0, width: whole.width, height: whole.height },
    tall: tallRegion(whole, focus),
  };
  const cells: Row['cells'] = [];
  for (const { crop, format, width: wanted } of COLUMNS) {
    const widths = photoWidths(photo, crop, format);
    const width = widths.findLast((made) => made <= wanted) ?? widths[0];
    if (width === undefined) {
      cells.push(undefined);
      continue;
    }
    const made = join(outDir, basename(photoUrl(photo, crop, width, format)));
    const copy = await toPixels(sharp(made).toColourspace('srgb').removeAlpha());
    const reference = await cutOut(whole, regions[crop], copy);
    cells.push({ width, kb: (await stat(made)).size / 1000, score: scorePhoto(reference, copy) });
  }
  const { width, height } = whole;
  return { id: photo.id, original: { width, height, kb: (await stat(file)).size / 1000 }, cells };
}

async function findHeavy(photos: PreparedPhoto[]): Promise<string[]> {
  const heavy: string[] = [];
  for (const photo of photos) {
    for (const name of ['full', 'tall'] as const) {
      const crop = photo[name];
      for (const width of crop?.widths ?? []) {
        const file = basename(photoUrl(photo, name, width, 'avif'));
        const { size } = await stat(join(outDir, file));
        if (crop && size > (maxAvifBytes(name, crop, width) ?? size)) heavy.push(file);
      }
    }
  }
  return heavy;
}

function describe(rows: Row[]): string {
  const heads = [
    'photo',
    'original',
    'kB',
    ...COLUMNS.flatMap(({ head }) => [head, 'kB', 'score']),
  ];
  const lines = rows.map(({ id, original, cells }) => [
    id,
    `${original.width} × ${original.height}`,
    original.kb.toFixed(0),
    ...cells.flatMap((cell) =>
      cell ? [cell.width, cell.kb.toFixed(0), cell.score.toFixed(1)] : ['', '', ''],
    ),
  ]);
  const columns = COLUMNS.map((_, i) => rows.flatMap(({ cells }) => cells[i] ?? []));
  const means = columns.flatMap((cells) => [
    '',
    cells.reduce((sum, { kb }) => sum + kb, 0).toFixed(0),
    (cells.reduce((sum, { score }) => sum + score, 0) / cells.length).toFixed(1),
  ]);
  const originals = rows.reduce((sum, { original }) => sum + original.kb, 0).toFixed(0);
  const ranges = COLUMNS.map(({ head }, i) => {
    const scores = columns[i]?.map(({ score }) => score) ?? [];
    return `${head} ${Math.min(...scores).toFixed(1)} to ${Math.max(...scores).toFixed(1)}`;
  });
  const heaviest = (at: number) => Math.max(...(columns[at] ?? []).map(({ kb }) => kb)).toFixed(1);
  return `# Photos: bytes and likeness

\`npm run bench:photos\`. For each column: the width of the file, or the widest below it that the original
allows; its bytes (1 kB = 1000); its score, SSIMULACRA 2.0 of the whole file against the original at that
width, 100 is the same picture. "Phone" is the upright crop that a phone of 412 px and 1.75 pixels a px
loads as a hero. How long a cold build takes stands in [photos-cold.md](photos-cold.md).

| ${heads.join(' | ')} |
|---|---|${'--:|'.repeat(heads.length - 2)}
${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
| **all** | | ${originals} | ${means.join(' | ')} |

Scores: ${ranges.join(', ')}.

Heaviest phone hero: ${heaviest(2)} kB of ${AVIF_BUDGETS.tall.maxBytes / 1000}. Heaviest at 1920 px or the original's width: ${heaviest(1)} kB of ${AVIF_BUDGETS.full.maxBytes / 1000}.
`;
}
