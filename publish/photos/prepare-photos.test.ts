import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PhotoList } from '../../site/content.ts';
import { PHOTO_FORMATS } from '../../site/picture/photo.ts';
import { encodeInParallel } from './encode-in-parallel.ts';
import type { EncodeRequest } from './encode-photo.ts';
import { photoColorsCss, preparePhotos } from './prepare-photos.ts';

const ENCODING_MS = 300_000;

let root: string;
let photosDir: string;
let outDir: string;
let progress: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'photos-'));
  photosDir = join(root, 'photos');
  outDir = join(root, 'out');
  progress = [];
  await mkdir(photosDir);
});

afterEach(() => rm(root, { recursive: true }));

test('makes every width and format, upright crops for heroes only, and never enlarges', {
  timeout: ENCODING_MS,
}, async () => {
  await drawPhoto(1000, 640).jpeg().toFile(join(photosDir, 'held.jpg'));
  await drawPhoto(700, 500).jpeg().toFile(join(photosDir, 'klein.jpg'));
  const photos = await prepare({ hero: ['held'], small: ['klein'] });

  const held = photos.get('held');
  expect(held?.full).toEqual({
    width: 1000,
    height: 640,
    widths: [768, 1000],
    fallbackWidths: [768, 1000],
  });
  expect(held?.tall).toEqual({ width: 384, height: 640, widths: [384], fallbackWidths: [384] });
  expect(photos.get('klein')?.full.widths).toEqual([700]);
  expect(photos.get('klein')?.tall).toBeUndefined();

  const made = await readdir(outDir);
  expect(made).toHaveLength((2 + 1 + 1) * PHOTO_FORMATS.length);
  for (const name of made) {
    const [, , crop, width, format] = /^(\w+)-[0-9a-f]{8}-(\w+)-(\d+)\.(\w+)$/.exec(name) ?? [];
    const metadata = await sharp(join(outDir, name)).metadata();
    expect(metadata.width, name).toBe(Number(width));
    expect(metadata.width / metadata.height, name).toBeCloseTo(
      crop === 'tall' ? 0.6 : name.startsWith('held') ? 1000 / 640 : 1.4,
      1,
    );
    expect(metadata.format, name).toBe(format === 'avif' ? 'heif' : format);
  }
  expect(progress).toContain(
    'klein is 700 beeldpunten breed: vanaf 1280 is hij scherp op een groot scherm',
  );
});

test('reads what cameras, phones and drawing programs write', {
  timeout: ENCODING_MS,
}, async () => {
  const put = (name: string) => join(photosDir, name);
  await drawPhoto(160, 240).png().toFile(put('staand.png'));
  await drawPhoto(240, 160).toColourspace('cmyk').jpeg().toFile(put('drukwerk.jpg'));
  await drawPhoto(240, 160).greyscale().jpeg().toFile(put('grijs.JPG'));
  await drawPhoto(240, 160).toColourspace('rgb16').png().toFile(put('diep.png'));
  await drawPhoto(240, 160)
    .withExif({ IFD0: { Copyright: 'Fotograaf' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(put('gedraaid.jpg'));
  await sharp({ create: { width: 240, height: 160, channels: 4, background: '#0000' } })
    .png()
    .toFile(put('doorzichtig.png'));
  expect((await sharp(put('gedraaid.jpg')).metadata()).exif).toBeDefined();
  const photos = await prepare({ small: [...(await readdir(photosDir))].map(withoutEnding) });

  expect(size(photos.get('staand'))).toEqual([160, 240]);
  expect(size(photos.get('gedraaid'))).toEqual([160, 240]);
  for (const id of ['drukwerk', 'grijs', 'diep']) expect(size(photos.get(id))).toEqual([240, 160]);
  expect(photos.get('doorzichtig')?.color).toBe('#f6f1e7');
  // The same picture in other inks and depths has about the same colour.
  const colors = ['drukwerk', 'diep', 'gedraaid'].map((id) => photos.get(id)?.color ?? '');
  for (const color of colors) expect(distance(color, colors[2] ?? '')).toBeLessThan(32);
  for (const name of await readdir(outDir)) {
    const metadata = await sharp(join(outDir, name)).metadata();
    const { exif, orientation, hasProfile } = metadata;
    expect({ exif, orientation, hasProfile }, name).toEqual({ hasProfile: false });
  }
});

test('brings a 72 MB original of 6000 × 4000 down to what a screen shows', {
  timeout: ENCODING_MS,
}, async () => {
  await sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#4b5a3c' } })
    .tiff({ compression: 'none' })
    .toFile(join(photosDir, 'groot.tif'));
  const photos = await prepare({ hero: ['groot'] });
  expect(photos.get('groot')?.full).toEqual({
    width: 2560,
    height: 1707,
    widths: [768, 1080, 1440, 1920, 2560],
    fallbackWidths: [768, 1600],
  });
  expect(photos.get('groot')?.color).toBe('#4b5a3c');
});

test('names every file it cannot read and says what to do, and makes the others all the same', {
  timeout: ENCODING_MS,
}, async () => {
  await drawPhoto(240, 160).jpeg().toFile(join(photosDir, 'goed.jpg'));
  const whole = await readFile(join(photosDir, 'goed.jpg'));
  await writeFile(join(photosDir, 'half.jpg'), whole.subarray(0, whole.length / 2));
  await writeFile(join(photosDir, 'tekst.jpg'), 'dit is geen foto');
  await writeFile(join(photosDir, 'telefoon.jpg'), '\0\0\0\x18ftypheic\0\0\0\0');
  await drawPhoto(3000, 4).png().toFile(join(photosDir, 'streep.png'));
  const small = ['goed', 'half', 'tekst', 'telefoon', 'streep'];
  const error = await prepare({ small }).catch((thrown) => thrown);

  expect(error.name).toBe('ContentError');
  expect(error.message).toContain('photos/half.jpg');
  expect(error.message).toContain('photos/tekst.jpg');
  expect(error.message).toMatch(/photos\/telefoon\.jpg\n.*HEIC.*\n.*bewaar hem opnieuw als JPG/);
  expect(error.message).toMatch(/photos\/streep\.png\n.*een foto van 3000 × 4 beeldpunten\n/);
  expect(error.message).not.toContain('goed.jpg');
  expect(await readdir(join(root, 'cache'))).toHaveLength(1);
});

test('asks for a JPG where the original is missing or of an unknown kind', async () => {
  await writeFile(join(photosDir, 'telefoon.heic'), '');
  const missing = prepare({ small: ['weg', 'telefoon'] });
  await expect(missing).rejects.toThrow(/er is geen foto weg\.jpg(.*\n)*.*telefoon\.heic is van/);
});

test('encodes a photo once, and again when it or its focal point changes', {
  timeout: ENCODING_MS,
}, async () => {
  await drawPhoto(250, 200).jpeg().toFile(join(photosDir, 'een.jpg'));
  await drawPhoto(250, 200, '#b0302a').jpeg().toFile(join(photosDir, 'twee.jpg'));
  const first = await prepare({ hero: ['een', 'twee'] });
  const encodedLines = () => progress.splice(0).filter((line) => line.startsWith('photo '));
  expect(encodedLines()).toHaveLength(2);

  expect(await prepare({ hero: ['een', 'twee'] })).toEqual(first);
  expect(encodedLines()).toEqual([]);

  const moved = await prepare({ hero: ['een', 'twee'] }, { een: [0, 0] });
  expect(encodedLines()).toEqual(['photo  1 of 1: een']);
  expect(moved.get('een')?.base).not.toBe(first.get('een')?.base);
  expect(moved.get('twee')).toEqual(first.get('twee'));

  await copyFile(join(photosDir, 'een.jpg'), join(photosDir, 'twee.jpg'));
  const replaced = await prepare({ hero: ['een', 'twee'] });
  expect(replaced.get('twee')?.base).not.toBe(first.get('twee')?.base);
  const made = await readdir(outDir);
  const bases = [...replaced.values()].map(({ base }) => base.replace('/photos/', ''));
  expect(made.filter((name) => !bases.some((base) => name.startsWith(base)))).toEqual([]);
});

test('two photos of the same bytes are encoded once and published twice', {
  timeout: ENCODING_MS,
}, async () => {
  await drawPhoto(250, 200).jpeg().toFile(join(photosDir, 'een.jpg'));
  await copyFile(join(photosDir, 'een.jpg'), join(photosDir, 'twee.jpg'));
  const photos = await prepare({ small: ['een', 'twee'] });
  expect(progress.filter((line) => line.startsWith('photo '))).toEqual(['photo  1 of 1: een']);
  expect(await readdir(outDir)).toHaveLength(2 * PHOTO_FORMATS.length);
  expect(photos.get('twee')?.base).toMatch(/^\/photos\/twee-/);
});

test('names both of two damaged photos of the same bytes', { timeout: ENCODING_MS }, async () => {
  for (const name of ['een.jpg', 'twee.jpg']) await writeFile(join(photosDir, name), 'geen foto');
  const prepared = prepare({ small: ['een', 'twee'] });
  await expect(prepared).rejects.toThrow(/photos\/een\.jpg(.*\n)*.*photos\/twee\.jpg/);
});

test('what is no fault of a photo is not said of it', { timeout: ENCODING_MS }, async () => {
  await drawPhoto(250, 200).jpeg().toFile(join(photosDir, 'een.jpg'));
  const gone: EncodeRequest = {
    file: join(photosDir, 'een.jpg'),
    focus: [50, 50],
    hero: false,
    folder: join(root, 'er-niet'),
  };
  const unreadable: Error[] = [];
  const encoding = encodeInParallel(
    [{ request: gone }],
    async () => {},
    async (_job, error) => {
      unreadable.push(error);
    },
  );
  await expect(encoding).rejects.toThrow('ENOENT');
  expect(unreadable).toEqual([]);
});

test.each<{ damage: string; spoil: (folder: string) => Promise<void> }>([
  { damage: 'a missing file', spoil: (folder) => rm(join(folder, 'full-250.avif')) },
  { damage: 'an empty file', spoil: (folder) => truncate(join(folder, 'full-250.avif')) },
  { damage: 'a file cut off', spoil: (folder) => truncate(join(folder, 'full-250.webp'), 100) },
  { damage: 'an empty description', spoil: (folder) => truncate(join(folder, 'photo.json')) },
  { damage: 'a description cut off', spoil: (folder) => truncate(join(folder, 'photo.json'), 30) },
])(
  '$damage in the cache costs time, not a photo',
  {
    timeout: ENCODING_MS,
  },
  async ({ spoil }) => {
    await drawPhoto(250, 200).jpeg().toFile(join(photosDir, 'een.jpg'));
    const first = await prepare({ small: ['een'] });
    const sizes = async () =>
      Object.fromEntries(
        await Promise.all(
          (await readdir(outDir)).map(async (name) => [
            name,
            (await stat(join(outDir, name))).size,
          ]),
        ),
      );
    const published = await sizes();
    const [folder = ''] = await readdir(join(root, 'cache'));
    await spoil(join(root, 'cache', folder));
    await rm(outDir, { recursive: true });
    expect(await prepare({ small: ['een'] })).toEqual(first);
    expect(await sizes()).toEqual(published);
  },
);

test('says which hero stays too heavy, and what to do, also when it comes from the cache', {
  timeout: ENCODING_MS,
}, async () => {
  const grain = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  await sharp({
    create: { width: 800, height: 1333, channels: 3, background: '#888', noise: grain },
  })
    .png({ effort: 1 })
    .toFile(join(photosDir, 'korrel.png'));
  const advice = /korrel blijft te zwaar .* hoogstens 45\).*: neem een rustiger foto/;
  await prepare({ hero: ['korrel'] });
  expect(progress.splice(0).join('\n')).toMatch(advice);
  await prepare({ hero: ['korrel'] });
  expect(progress.join('\n')).toMatch(advice);
});

test('mentions a file that no page shows', { timeout: ENCODING_MS }, async () => {
  await drawPhoto(250, 200).jpeg().toFile(join(photosDir, 'een.jpg'));
  await drawPhoto(250, 200).jpeg().toFile(join(photosDir, 'vergeten.jpg'));
  await prepare({ small: ['een'] });
  expect(progress).toContain('vergeten.jpg staat niet in photos.yaml: geen pagina toont hem');
});

test('writes one rule a photo, with a point of its own for the upright crop', {
  timeout: ENCODING_MS,
}, async () => {
  await drawPhoto(250, 200).jpeg().toFile(join(photosDir, 'held.jpg'));
  const photos = await prepare({ hero: ['held'] }, { held: [80, 30] });
  // The crop is 120 px wide and stands at 130: as near to the focal point at 200 as the edge allows.
  expect(photos.get('held')?.focus).toEqual({ full: [80, 30], tall: [58, 30] });
  const css = photoColorsCss(photos);
  const color = photos.get('held')?.color;
  expect(css).toContain(
    `[data-photo="held"] { background-color: ${color}; object-position: 80% 30%; }`,
  );
  expect(css).toMatch(/@media .*portrait.*\{\n\[data-photo="held"\]\[data-tall\] \{ object-/);
});

function prepare(
  lists: { hero?: string[]; small?: string[] },
  focus: Record<string, [number, number]> = {},
) {
  const { hero = [], small = [] } = lists;
  const photoList: PhotoList = {
    photos: Object.fromEntries(
      [...hero, ...small].map((id) => [id, { alt: `Foto ${id}`, focus: focus[id] ?? [50, 50] }]),
    ),
    pages: {
      'home-hero': hero,
      'home-over-ons': small,
      bedrijfsfeest: [],
      feesten: [],
      schoolcatering: [],
    },
  };
  const onProgress = (line: string) => progress.push(line);
  return preparePhotos({ photosDir, photoList, outDir, cacheDir: join(root, 'cache'), onProgress });
}

/** Something with edges, curves and a gradient, as photos have. */
function drawPhoto(width: number, height: number, color = '#c98f3d'): Sharp {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="g"><stop stop-color="#2c3527"/><stop offset="1" stop-color="${color}"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#g)"/>
    <circle cx="60%" cy="40%" r="20%" fill="#f6f1e7"/><circle cx="30%" cy="70%" r="9%" fill="#b0302a"/>
  </svg>`;
  return sharp(Buffer.from(drawing)).flatten().removeAlpha();
}

function size(photo: { full: { width: number; height: number } } | undefined) {
  return [photo?.full.width, photo?.full.height];
}

function withoutEnding(file: string): string {
  return file.replace(/\.\w+$/, '');
}

/** Largest difference of two colours in one of red, green and blue. */
function distance(a: string, b: string): number {
  const channels = (color: string) =>
    [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const other = channels(b);
  return Math.max(...channels(a).map((value, i) => Math.abs(value - (other[i] ?? 0))));
}
