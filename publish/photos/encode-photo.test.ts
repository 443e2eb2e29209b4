import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  ENCODED_FILE,
  type EncodedPhoto,
  type EncodeOptions,
  encodePhoto,
  variantWidths,
} from './encode-photo.ts';

const ENCODING_MS = 60_000;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encode-photo-'));
});

afterEach(() => rm(folder, { recursive: true }));

test('a photo is made in the widths of the layout it reaches, nearly its own among them', () => {
  const all = [880, 1080, 1440, 1920, 2560];
  fc.assert(
    fc.property(fc.integer({ min: 16, max: 9000 }), (own) => {
      const widths = variantWidths(own, all);
      expect(widths).toEqual([...new Set(widths)].sort((a, b) => a - b));
      expect(widths.filter((width) => all.includes(width))).toEqual(
        all.filter((width) => width <= own),
      );
      expect(Math.min(own, 2560) / (widths.at(-1) ?? 0)).toBeLessThanOrEqual(1.1);
      expect(widths.at(-1)).toBeLessThanOrEqual(own);
    }),
  );
});

test('every file has the size and format it is named by', { timeout: ENCODING_MS }, async () => {
  const upright = { full: [50, 50], tall: [80, 30] } satisfies EncodeOptions['upright'];
  await encodePhoto(await drawGrain(900, 576, 4), folder, { upright, cardFocus: [50, 50] });
  const encoded: EncodedPhoto = JSON.parse(await readFile(join(folder, ENCODED_FILE), 'utf8'));
  expect(encoded.full).toEqual({ width: 880, height: 563, widths: [320, 880], fallbackWidth: 900 });
  expect(encoded.tall).toEqual({ width: 518, height: 576, widths: [518], fallbackWidth: 518 });
  // The crop begins at 382 px and ends with the photo, and its focal point is at 720.
  expect(encoded.placeholder.tallFocus).toEqual([65, 30]);
  const files = (await readdir(folder)).filter((file) => file !== ENCODED_FILE);
  expect(files).toHaveLength(6);
  const shapes: Record<string, number> = { tall: 0.9, full: 1.56, card: 1200 / 630 };
  for (const file of files) {
    const [, crop = '', width, format] = /^(\w+)-(\d+)\.(\w+)$/.exec(file) ?? [];
    const metadata = await sharp(join(folder, file)).metadata();
    expect(metadata.width, file).toBe(Number(width));
    expect(metadata.format, file).toBe(format === 'avif' ? 'heif' : format);
    expect(metadata.width / metadata.height, file).toBeCloseTo(shapes[crop] ?? 0, 1);
  }
});

/** A gradient under grain of this strength, the same each time. */
function drawGrain(width: number, height: number, strength: number): Promise<Buffer> {
  const data = new Uint8Array(width * height * 3);
  let state = 1;
  for (let i = 0; i < data.length; i++) {
    state = (state * 16_807) % 2_147_483_647;
    const grain = (state / 2_147_483_647 - 0.5) * strength;
    data[i] = Math.min(Math.max(60 + (i / data.length) * 120 + grain, 0), 255);
  }
  const raw = { width, height, channels: 3 } as const;
  return sharp(data, { raw }).png({ compressionLevel: 1 }).toBuffer();
}
