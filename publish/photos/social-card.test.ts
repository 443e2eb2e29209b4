import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PhotoOriginal } from './prepare-photos.ts';
import { prepareSocialCard } from './social-card.ts';

let root: string;
let photo: PhotoOriginal;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'social-card-'));
  const file = join(root, 'foto.png');
  photo = { id: 'foto', file, alt: 'Een tafel', focus: [50, 10] };
  // Red above, green below.
  const half = (background: string) =>
    sharp({ create: { width: 600, height: 600, channels: 3, background } })
      .png()
      .toBuffer();
  await sharp({ create: { width: 600, height: 1200, channels: 3, background: '#000' } })
    .composite([
      { input: await half('#b0302a'), left: 0, top: 0 },
      { input: await half('#4b5a3c'), left: 0, top: 600 },
    ])
    .png()
    .toFile(file);
});

afterEach(() => rm(root, { recursive: true }));

test('is a JPEG of 1200 × 630 cut around the focal point', async () => {
  const { path, alt } = await prepare();
  expect(alt).toBe('Een tafel');
  expect(path).toMatch(/^\/photos\/foto-[0-9a-f]{8}-card\.jpg$/);
  const card = await readFile(join(root, path));
  expect(await sharp(card).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  const { channels } = await sharp(card).stats();
  [0xb0, 0x30, 0x2a].forEach((value, i) => {
    expect(Math.abs((channels[i]?.mean ?? 0) - value)).toBeLessThan(4);
  });
});

test('has a new address when its photo or focal point changes, else is made once', async () => {
  const first = await prepare();
  expect(await prepare()).toEqual(first);
  expect(await readdir(join(root, 'cache'))).toHaveLength(1);
  photo.focus = [50, 90];
  expect((await prepare()).path).not.toBe(first.path);
});

test('says which photo it cannot read', async () => {
  await writeFile(photo.file, 'dit is geen foto');
  await expect(prepare()).rejects.toThrow('content/photos/foto.png');
});

function prepare() {
  return prepareSocialCard(photo, {
    outDir: join(root, 'photos'),
    cacheDir: join(root, 'cache'),
    colors: { page: '#ffffff', ink: '#000000', paper: '#ffffff' },
  });
}
