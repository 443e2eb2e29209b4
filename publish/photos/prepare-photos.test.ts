import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FIXTURE_CONTENT_DIR } from '../../tests/fixture-content.ts';
import { contentOf } from '../../tests/support/site.ts';
import { photoRules } from './photo-rules.ts';
import { findOriginals, type PhotoOriginal, preparePhotos } from './prepare-photos.ts';

const ENCODING_MS = 60_000;
const COLORS = { page: '#102030', ink: '#23271f', paper: '#fffefb' };

let root: string;
let photosDir: string;
let outDir: string;
let warnings: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'photos-'));
  photosDir = join(root, 'photos');
  outDir = join(root, 'out');
  await mkdir(photosDir);
});

afterEach(() => rm(root, { recursive: true }));

test('writes every file the pages ask for, an upright crop where one is shown', {
  timeout: ENCODING_MS,
}, async () => {
  await drawPhoto(1000, 640).jpeg().toFile(join(photosDir, 'held.jpg'));
  await drawPhoto(700, 500)
    .withExif({ IFD0: { Copyright: 'Fotograaf' } })
    .jpeg()
    .toFile(join(photosDir, 'klein.jpg'));
  const photos = await prepare([
    original('klein.jpg'),
    original('held.jpg', { tallFocus: [50, 50] }),
  ]);

  expect([...photos.keys()]).toEqual(['klein', 'held']);
  const named = [...photos.values()].flatMap(({ photo: { base, full, tall } }) =>
    Object.entries({ full, ...(tall && { tall }) }).flatMap(([crop, { widths, fallbackWidth }]) => [
      ...widths.map((width) => `${base}-${crop}-${width}.avif`),
      `${base}-${crop}-${fallbackWidth}.jpeg`,
    ]),
  );
  const written = await readdir(outDir);
  expect(written.map((file) => `/photos/${file}`).sort()).toEqual(named.sort());
  expect(photos.get('klein')?.photo.tall).toBeUndefined();
  expect(photos.get('held')?.photo.base).toMatch(/^\/photos\/held-[0-9a-f]{8}$/);
  for (const file of written) {
    const { exif, hasProfile } = await sharp(join(outDir, file)).metadata();
    expect({ exif, hasProfile }, file).toEqual({ hasProfile: false });
  }
  expect(warnings).toEqual([
    "De foto 'klein' is 700 beeldpunten breed; vanaf 1280 is ze scherp op een groot scherm.",
    expect.stringContaining("'held'"),
  ]);
});

test('names every file it cannot read and says what to do, and makes the others all the same', {
  timeout: ENCODING_MS,
}, async () => {
  await drawPhoto(240, 160).jpeg().toFile(join(photosDir, 'goed.jpg'));
  const whole = await readFile(join(photosDir, 'goed.jpg'));
  await writeFile(join(photosDir, 'half.jpg'), whole.subarray(0, whole.length / 2));
  for (const name of ['tekst.jpg', 'ook-tekst.jpg']) {
    await writeFile(join(photosDir, name), 'dit is geen foto');
  }
  await writeFile(join(photosDir, 'telefoon.jpg'), '\0\0\0\x18ftypheic\0\0\0\0');
  await drawPhoto(3000, 4).png().toFile(join(photosDir, 'streep.png'));
  const files = ['goed', 'half', 'tekst', 'ook-tekst', 'telefoon'].map((id) => `${id}.jpg`);
  const error = await prepare([...files, 'streep.png'].map((file) => original(file))).catch(
    (thrown) => thrown,
  );

  expect(error.name).toBe('ContentError');
  for (const name of ['half', 'tekst', 'ook-tekst']) {
    expect(error.message).toContain(`photos/${name}.jpg`);
  }
  expect(error.message).toMatch(/photos\/telefoon\.jpg\n.*HEIC.*bewaar hem opnieuw als JPG/);
  expect(error.message).toMatch(/photos\/streep\.png\n.*3000 × 4 beeldpunten/);
  expect(error.message).not.toContain('goed.jpg');
  expect(await readdir(join(root, 'cache'))).toHaveLength(1);
});

test('what is no fault of a photo is not said of it', async () => {
  await drawPhoto(250, 200).jpeg().toFile(join(photosDir, 'een.jpg'));
  await writeFile(join(root, 'cache'), 'a file where the cache should be');
  await expect(prepare([original('een.jpg')])).rejects.toThrow(/EEXIST|ENOTDIR/);
});

test('encodes a photo once, and again when it changes; a hero also when its focal point does', {
  timeout: ENCODING_MS,
}, async () => {
  await drawPhoto(250, 200).jpeg().toFile(join(photosDir, 'held.jpg'));
  await drawPhoto(250, 200, '#b0302a').jpeg().toFile(join(photosDir, 'klein.jpg'));
  const both = (focus: [number, number]) =>
    prepare([original('held.jpg', { focus, tallFocus: focus }), original('klein.jpg', { focus })]);
  const first = await both([50, 50]);

  expect(await both([50, 50])).toEqual(first);

  const moved = await both([0, 0]);
  expect(moved.get('held')?.photo.base).not.toBe(first.get('held')?.photo.base);
  expect(moved.get('held')?.placeholder.shades).not.toEqual(first.get('held')?.placeholder.shades);
  expect(moved.get('klein')?.photo).toEqual(first.get('klein')?.photo);

  await copyFile(join(photosDir, 'held.jpg'), join(photosDir, 'klein.jpg'));
  const replaced = await both([0, 0]);
  expect(replaced.get('klein')?.photo.base).not.toBe(first.get('klein')?.photo.base);
});

test('writes one rule a photo, with a point of its own for the upright crop', {
  timeout: ENCODING_MS,
}, async () => {
  await drawPhoto(250, 200).jpeg().toFile(join(photosDir, 'held.jpg'));
  const photos = await prepare([original('held.jpg', { focus: [40, 50], tallFocus: [80, 30] })]);
  // The crop is 180 px wide and stands at 70: as near to the focal point at 200 as the edge allows.
  expect(photos.get('held')?.placeholder).toMatchObject({ focus: [40, 50], tallFocus: [72, 30] });
  const css = photoRules(photos, new Set(['held']));
  expect(photoRules(photos, new Set())).not.toContain('held');
  const color = photos.get('held')?.placeholder.color;
  expect(color).toMatch(/^#[0-9a-f]{6}$/);
  expect(css).toContain(`[data-photo="held"]{background-color:${color};object-position:40% 50%}`);
  expect(css).toMatch(/@media .*portrait.*\{\[data-photo="held"\]\[data-tall\]\{object-/);
});

test('the brand’s page shines through a transparent photo', { timeout: ENCODING_MS }, async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const drawn = sharp({ create: { width: 64, height: 64, channels: 4, background: clear } });
  await drawn.png().toFile(join(photosDir, 'glas.png'));
  const photos = await prepare([original('glas.png')]);
  expect(photos.get('glas')?.placeholder.color).toBe(COLORS.page);
});

test('knows which photos a phone shows upright', async () => {
  const content = await contentOf(FIXTURE_CONTENT_DIR);
  const originals = await findOriginals(FIXTURE_CONTENT_DIR, content);
  expect(originals.map(({ id }) => id).sort()).toEqual(Object.keys(content.photos).sort());
  const sections = content.pages.flatMap((page) => page.sections);
  const shown = sections.flatMap((section) => {
    if (section.kind === 'hero') return section.photos;
    return section.kind === 'picture' ? section.photo : [];
  });
  const upright = originals.filter(({ tallFocus }) => tallFocus).map(({ id }) => id);
  expect(new Set(upright)).toEqual(new Set(shown));
});

async function prepare(photos: PhotoOriginal[]) {
  const cacheDir = join(root, 'cache');
  const { photos: prepared, warnings: found } = await preparePhotos(photos, {
    outDir,
    cacheDir,
    colors: COLORS,
  });
  warnings = found.map(({ message }) => message);
  return prepared;
}

function original(file: string, more: Partial<PhotoOriginal> = {}): PhotoOriginal {
  const { name: id } = parse(file);
  const path = join(photosDir, file);
  return { id, file: path, alt: `Foto ${id}`, focus: [50, 50], ...more };
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
