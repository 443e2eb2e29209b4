import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { encodePhoto, variantWidths } from './encode-photo.ts';

const ENCODING_MS = 60_000;
const CENTRE: [number, number] = [50, 50];

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encode-photo-'));
});

afterEach(() => rm(folder, { recursive: true }));

test('a photo is made in the widths of the layout it reaches, nearly its own among them', () => {
  const layout = [880, 1080, 1440, 1920, 2560];
  fc.assert(
    fc.property(fc.integer({ min: 16, max: 9000 }), (own) => {
      const widths = variantWidths(own, layout);
      expect(widths).toEqual([...new Set(widths)].sort((a, b) => a - b));
      expect(widths.filter((width) => layout.includes(width))).toEqual(
        layout.filter((width) => width <= own),
      );
      expect(Math.min(own, 2560) / (widths.at(-1) ?? 0)).toBeLessThanOrEqual(1.1);
      expect(widths.at(-1)).toBeLessThanOrEqual(own);
    }),
  );
});

test('every file has the size and format it is named by', { timeout: ENCODING_MS }, async () => {
  const made = await encodePhoto(await drawGrain(900, 576, 4), folder, { tallFocus: [80, 30] });
  expect(made.full).toEqual({ width: 880, height: 563, widths: [320, 880], fallbackWidth: 900 });
  expect(made.tall).toEqual({ width: 518, height: 576, widths: [518], fallbackWidth: 518 });
  // The crop begins at 382 px and ends with the photo, and its focal point is at 720.
  expect(made.tallFocus).toEqual([65, 30]);
  const files = await readdir(folder);
  expect(files).toHaveLength(5);
  for (const file of files) {
    const [, crop, width, format] = /^(\w+)-(\d+)\.(\w+)$/.exec(file) ?? [];
    const metadata = await sharp(join(folder, file)).metadata();
    expect(metadata.width, file).toBe(Number(width));
    expect(metadata.format, file).toBe(format === 'avif' ? 'heif' : format);
    expect(metadata.width / metadata.height, file).toBeCloseTo(crop === 'tall' ? 0.9 : 1.56, 1);
  }
});

test('a busy hero keeps the budgets of the first screen', { timeout: ENCODING_MS }, async () => {
  const wide = await encodePhoto(await drawGrain(1920, 1280, 24), folder, {});
  const tall = await encodePhoto(await drawGrain(384, 640, 48), folder, {
    tallFocus: CENTRE,
    isAwaited: true,
  });
  expect([wide.tooHeavy, tall.tooHeavy]).toEqual([undefined, undefined]);
  expect(await sizeOf('full-1920.avif')).toBeLessThanOrEqual(120_000);
  expect(await sizeOf('tall-384.avif')).toBeLessThanOrEqual(40_000);
});

test('what a phone waits for has the look of the others in fewer bytes', {
  timeout: ENCODING_MS,
}, async () => {
  const photo = await drawGrain(1000, 640, 12);
  await encodePhoto(photo, folder, { tallFocus: CENTRE });
  const usual = await sizeOf('tall-576.avif');
  await encodePhoto(photo, folder, { tallFocus: CENTRE, isAwaited: true });
  const awaited = await sizeOf('tall-576.avif');
  expect(awaited).toBeLessThan(usual);
  // A lower quality takes a third.
  expect(awaited).toBeGreaterThan(0.7 * usual);
});

async function sizeOf(file: string): Promise<number> {
  return (await stat(join(folder, file))).size;
}

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
