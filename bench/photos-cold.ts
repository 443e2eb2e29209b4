/**
 * `node bench/photos-cold.ts`: how long the photos take when nothing is in the cache, as they are and
 * as originals of 6000 × 4000 px with the grain of a camera, made from them first. The latest stands
 * in `bench/photos-cold.md`.
 *
 * Processor time tells more than the clock where others use the machine, but shared cores stretch it
 * too: compare only figures of one run.
 */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import sharp from 'sharp';
import { loadContent } from '../publish/content/load-content.ts';
import { preparePhotos } from '../publish/photos/prepare-photos.ts';
import type { PhotoList } from '../site/content.ts';

const PHOTOS_DIR = 'content/photos';
const LARGE = { width: 6000, height: 4000 };
/** Largest change of a pixel by grain, of 255. */
const GRAIN = 8;
const JPEG = /\.jpe?g$/i;

const folder = await mkdtemp(join(tmpdir(), 'bench-photos-cold-'));
try {
  const { photos: photoList } = await loadContent('content');
  const large = join(folder, 'large');
  await enlarge(large);
  const rows = [
    await time('as they are', PHOTOS_DIR, photoList),
    await time(`${LARGE.width} × ${LARGE.height} px`, large, photoList),
  ];
  const report = `# Photos: a cold build

\`node bench/photos-cold.ts\`, on ${availableParallelism()} cores: every photo encoded anew.

| originals | photos | processor time | clock |
|---|--:|--:|--:|
${rows.join('\n')}
`;
  console.log(report);
  await writeFile('bench/photos-cold.md', report);
} finally {
  await rm(folder, { recursive: true });
}

async function time(name: string, photosDir: string, photoList: PhotoList): Promise<string> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const photos = await preparePhotos({
    photosDir,
    photoList,
    outDir: join(folder, 'out'),
    cacheDir: join(folder, 'cache'),
    onProgress: (line) => console.error(line),
  });
  const { user, system } = process.cpuUsage(before);
  const processor = `${((user + system) / 1e6).toFixed(0)} s`;
  const clock = `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
  return `| ${name} | ${photos.size} | ${processor} | ${clock} |`;
}

/** The photos of `content/` as a camera would have taken them. */
async function enlarge(target: string) {
  await mkdir(target);
  for (const file of await readdir(PHOTOS_DIR)) {
    if (!JPEG.test(file)) continue;
    const data = await sharp(join(PHOTOS_DIR, file))
      .resize({ ...LARGE, fit: 'cover' })
      .sharpen({ sigma: 2 })
      .removeAlpha()
      .raw()
      .toBuffer();
    addGrain(data);
    await sharp(data, { raw: { ...LARGE, channels: 3 } })
      .jpeg({ quality: 92 })
      .toFile(join(target, `${parse(file).name}.jpg`));
  }
}

/** The same grain in red, green and blue, and with every run. */
function addGrain(data: Uint8Array) {
  let state = 1;
  for (let i = 0; i < data.length; i += 3) {
    state = (state * 16_807) % 2_147_483_647;
    const grain = Math.round((state / 2_147_483_647 - 0.5) * 2 * GRAIN);
    for (let channel = i; channel < i + 3; channel++) {
      data[channel] = Math.min(Math.max((data[channel] ?? 0) + grain, 0), 255);
    }
  }
}
