/**
 * `npm run bench:photos`: how long the photos of `content/` take when nothing is in the cache, and
 * what they weigh; the latest stands in `bench/photos.md`. Fails when a file is over its budget.
 *
 * Processor time tells more than the clock where others use the machine.
 */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { loadContent } from '../publish/content/load-content.ts';
import { findOriginals } from '../publish/photos/find-originals.ts';
import { type PreparedPhoto, preparePhotos } from '../publish/photos/prepare-photos.ts';
import { type PhotoCropName, type PhotoFormat, photoUrl } from '../site/picture/photo.ts';

const REPORT = 'bench/photos.md';

interface Weight {
  count: number;
  bytes: number;
  heaviest: number;
}

const folder = await mkdtemp(join(tmpdir(), 'bench-photos-'));
try {
  const originals = await findOriginals('content', await loadContent('content'));
  const tooHeavy: string[] = [];
  const onProgress = (line: string) => {
    console.error(line);
    if (line.includes('te zwaar')) tooHeavy.push(line);
  };
  const outDir = join(folder, 'out');
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const photos = await preparePhotos(originals, {
    outDir,
    cacheDir: join(folder, 'cache'),
    onProgress,
  });
  const { user, system } = process.cpuUsage(before);
  const seconds = {
    processor: ((user + system) / 1e6).toFixed(0),
    clock: ((performance.now() - startedAt) / 1000).toFixed(0),
  };
  const report = describe(photos.size, seconds, await weigh([...photos.values()], outDir));
  console.log(report);
  await writeFile(REPORT, report);
  if (tooHeavy.length > 0) throw new Error(tooHeavy.join('\n'));
} finally {
  await rm(folder, { recursive: true });
}

/** By crop, width and format. */
async function weigh(photos: PreparedPhoto[], outDir: string): Promise<Map<string, Weight>> {
  const weights = new Map<string, Weight>();
  const add = async (
    photo: PreparedPhoto,
    crop: PhotoCropName,
    width: number,
    format: PhotoFormat,
  ) => {
    const { size } = await stat(join(outDir, basename(photoUrl(photo, crop, width, format))));
    const name = `${crop} ${String(width).padStart(4)} ${format}`;
    const { count, bytes, heaviest } = weights.get(name) ?? { count: 0, bytes: 0, heaviest: 0 };
    weights.set(name, {
      count: count + 1,
      bytes: bytes + size,
      heaviest: Math.max(heaviest, size),
    });
  };
  for (const photo of photos) {
    for (const crop of ['full', 'tall'] as const) {
      const made = photo[crop];
      if (!made) continue;
      for (const width of made.widths) await add(photo, crop, width, 'avif');
      await add(photo, crop, made.fallbackWidth, 'jpeg');
    }
  }
  return weights;
}

function describe(
  count: number,
  seconds: { processor: string; clock: string },
  weights: Map<string, Weight>,
): string {
  const kb = (bytes: number) => (bytes / 1000).toFixed(1);
  const rows = [...weights].sort(([a], [b]) => a.localeCompare(b));
  const lines = rows.map(
    ([name, { count: files, bytes, heaviest }]) =>
      `| ${name} | ${files} | ${kb(bytes / files)} | ${kb(heaviest)} |`,
  );
  return `# Photos: time and bytes

\`npm run bench:photos\`: the ${count} photos of \`content/\`, every file made anew on ${availableParallelism()} cores, took
${seconds.processor} s of processor time and ${seconds.clock} s by the clock.

| file | photos | mean kB | heaviest kB |
|---|--:|--:|--:|
${lines.join('\n')}
`;
}
