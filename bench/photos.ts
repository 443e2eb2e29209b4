/**
 * `npm run bench:photos`: what the photos weigh and how near they come to their originals, as a
 * Markdown table; the latest stands in `bench/photos.md`. Fails when a hero is over its budget.
 *
 * Scores are taken on the files of about 768 px as they were written, not at the size on which the
 * build searched their quality. `-- --cold` encodes everything anew and says how long that took.
 */
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { loadContent } from '../build/content/load-content.ts';
import { findPhotoFile } from '../build/content/photo-file.ts';
import { preparePhotos } from '../build/photos/prepare-photos.ts';
import { type Pixels, scorePhoto } from '../build/photos/score-photo.ts';
import {
  PHOTO_FORMATS,
  type Photo,
  type PhotoCropName,
  type PhotoFormat,
  photoUrl,
} from '../site/photo.ts';

const PHOTOS_DIR = 'content/photos';
const SCORED_WIDTH = 768;
/** A hero on a phone of 412 px with 1.75 pixels a px, and on a desktop; kB are 1000 bytes. */
const PHONE = { crop: 'tall', width: 720, budgetKb: 45 } as const;
const DESKTOP = { crop: 'full', width: 1920, budgetKb: 120 } as const;

interface Row {
  id: string;
  original: { width: number; height: number; kb: number };
  formats: Record<PhotoFormat, { kb: number; score: number }>;
  /** AVIF; undefined for a photo that is no hero. */
  phoneKb: number | undefined;
  desktopKb: number;
}

const isCold = process.argv.includes('--cold');
const folder = await mkdtemp(join(tmpdir(), 'bench-photos-'));
const outDir = join(folder, 'out');
try {
  const { photos: photoList } = await loadContent('content');
  const startedAt = performance.now();
  const photos = await preparePhotos({
    photosDir: PHOTOS_DIR,
    photoList,
    outDir,
    cacheDir: isCold ? join(folder, 'cache') : '.cache/photos',
    onProgress: (line) => console.error(line),
  });
  const preparedIn = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  const files = await readdir(PHOTOS_DIR);
  const rows: Row[] = [];
  for (const photo of photos.values()) {
    const original = findPhotoFile(photo.id, files);
    if (original.kind === 'found') rows.push(await measure(photo, join(PHOTOS_DIR, original.file)));
    console.error(`${photo.id} measured`);
  }
  const cpu = process.cpuUsage();
  const report = describe(rows, preparedIn, (cpu.user + cpu.system) / 1e6);
  console.log(report);
  await writeFile('bench/photos.md', report);
  const heavy = rows.filter(isOverBudget).map(({ id }) => id);
  if (heavy.length > 0) throw new Error(`Over budget: ${heavy.join(', ')}`);
} finally {
  await rm(folder, { recursive: true });
}

async function measure(photo: Photo, original: string): Promise<Row> {
  const { autoOrient } = await sharp(original).metadata();
  const scoredWidth = nearestWidth(photo, 'full', SCORED_WIDTH);
  const height = Math.round((scoredWidth * photo.full.height) / photo.full.width);
  const reference = await toPixels(
    sharp(original).autoOrient().resize(scoredWidth, height, { fit: 'fill' }),
  );
  const formats = {} as Row['formats'];
  for (const format of PHOTO_FORMATS) {
    const copy = await toPixels(sharp(fileOf(photo, 'full', scoredWidth, format)));
    const score = scorePhoto(reference, copy);
    formats[format] = { kb: await sizeKb(photo, 'full', DESKTOP.width, format), score };
  }
  return {
    id: photo.id,
    original: {
      width: autoOrient.width,
      height: autoOrient.height,
      kb: (await stat(original)).size / 1000,
    },
    formats,
    phoneKb: photo.tall && (await sizeKb(photo, PHONE.crop, PHONE.width, 'avif')),
    desktopKb: formats.avif.kb,
  };
}

function isOverBudget({ phoneKb = 0, desktopKb }: Row): boolean {
  return phoneKb > PHONE.budgetKb || desktopKb > DESKTOP.budgetKb;
}

function describe(rows: Row[], preparedIn: string, cpuSeconds: number): string {
  const sum = (pick: (row: Row) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const mean = (pick: (row: Row) => number) => sum(pick) / rows.length;
  const cells = (row: Row) => [
    row.id,
    `${row.original.width} × ${row.original.height}`,
    row.original.kb.toFixed(0),
    ...PHOTO_FORMATS.flatMap((format) => [
      row.formats[format].kb.toFixed(0),
      row.formats[format].score.toFixed(1),
    ]),
    row.phoneKb?.toFixed(0) ?? '',
  ];
  const heads = ['photo', 'original', 'kB', ...PHOTO_FORMATS.flatMap((f) => [`${f} kB`, 'score'])];
  return `# Photos: bytes and likeness

\`npm run bench:photos\`. Bytes (1 kB = 1000) at ${DESKTOP.width} px, or as wide as the original is; score is
SSIMULACRA 2.0 against the original at ${SCORED_WIDTH} px, 100 is the same picture. The last column is the
AVIF that a phone of 412 px and 1.75 pixels a px loads as a hero: its own upright crop.

${rows.length} photos prepared in ${preparedIn}${isCold ? `, all anew, on ${availableParallelism()} cores (${cpuSeconds.toFixed(0)} s of processor time, scoring for this table included)` : ', from the cache'}.

| ${[...heads, 'phone hero avif kB'].join(' | ')} |
|---|---|${'--:|'.repeat(heads.length - 1)}
${rows.map((row) => `| ${cells(row).join(' | ')} |`).join('\n')}
| **all** | | ${sum((row) => row.original.kb).toFixed(0)} | ${PHOTO_FORMATS.map(
    (format) =>
      `${sum((row) => row.formats[format].kb).toFixed(0)} | ${mean((row) => row.formats[format].score).toFixed(1)}`,
  ).join(' | ')} | |

Heaviest phone hero: ${Math.max(...rows.map(({ phoneKb = 0 }) => phoneKb)).toFixed(1)} kB of ${PHONE.budgetKb}. Heaviest at ${DESKTOP.width} px or the original's width: ${Math.max(...rows.map(({ desktopKb }) => desktopKb)).toFixed(1)} kB of ${DESKTOP.budgetKb}.
`;
}

async function sizeKb(photo: Photo, crop: PhotoCropName, width: number, format: PhotoFormat) {
  const file = fileOf(photo, crop, nearestWidth(photo, crop, width), format);
  return (await stat(file)).size / 1000;
}

/** The narrowest that is wide enough, else the widest: what a browser takes. */
function nearestWidth(photo: Photo, crop: PhotoCropName, width: number): number {
  const widths = photo[crop]?.widths ?? [];
  return widths.find((made) => made >= width) ?? widths.at(-1) ?? width;
}

function fileOf(photo: Photo, crop: PhotoCropName, width: number, format: PhotoFormat): string {
  return join(outDir, basename(photoUrl(photo, crop, width, format)));
}

async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
