import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EncodedPhoto, encodePhoto } from './encode-photo.ts';

const ENCODING_MS = 300_000;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encode-photo-'));
});

afterEach(() => rm(folder, { recursive: true }));

test('a busy original of 2000 × 1333 keeps both budgets', { timeout: ENCODING_MS }, async () => {
  const made = await encode(await drawGrain(2000, 1333, 20));
  expect(made.full.widths).toContain(1920);
  expect(made.tall?.widths).toContain(728);
  expect(made.tooHeavy).toEqual([]);
  expect(await bytesOf('tall-728.avif')).toBeLessThanOrEqual(45_000);
  expect(await bytesOf('full-1920.avif')).toBeLessThanOrEqual(120_000);
});

test('says which files no quality brings within their budget', {
  timeout: ENCODING_MS,
}, async () => {
  const made = await encode(await drawGrain(800, 1333, 200));
  expect(made.tooHeavy.map(({ maxBytes }) => maxBytes)).toContain(45_000);
  expect(made.tooHeavy[0]?.bytes).toBeGreaterThan(45_000);
});

async function encode(file: string): Promise<EncodedPhoto> {
  return encodePhoto({ file, focus: [50, 50], hero: true, folder });
}

async function bytesOf(name: string): Promise<number> {
  return (await stat(join(folder, name))).size;
}

/** A gradient under grain of this strength, the same each time. */
async function drawGrain(width: number, height: number, strength: number): Promise<string> {
  const data = new Uint8Array(width * height * 3);
  let state = 1;
  for (let i = 0; i < data.length; i++) {
    state = (state * 16_807) % 2_147_483_647;
    const grain = (state / 2_147_483_647 - 0.5) * strength;
    data[i] = Math.min(Math.max(60 + (i / data.length) * 120 + grain, 0), 255);
  }
  const file = join(folder, 'korrel.png');
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png({ effort: 1 })
    .toFile(file);
  return file;
}
