import { expect, test } from 'vitest';
import { encodeAvifWithin, encodePixels } from './encode-pixels.ts';
import { BUDGET_MIN_QUALITY } from './photo-variants.ts';
import type { Pixels } from './pixels.ts';

const ENCODING_MS = 300_000;

test('a file over its budget is encoded smaller, as far as a budget may go', {
  timeout: ENCODING_MS,
}, async () => {
  const pixels = drawNoise(96);
  const free = await encodePixels(pixels, 'avif', 70);
  const budget = Math.round(free.bytes.length * 0.8);
  const within = await encodeAvifWithin(pixels, 70, budget, free);
  expect(within.length).toBeLessThanOrEqual(budget);
  expect(within.length).toBeGreaterThan(budget * 0.7);

  const impossible = await encodeAvifWithin(pixels, 70, 1);
  const lowest = await encodePixels(pixels, 'avif', BUDGET_MIN_QUALITY);
  expect(impossible.length).toBe(lowest.bytes.length);
});

test('a try at another quality is no reason to end there', { timeout: ENCODING_MS }, async () => {
  const pixels = drawNoise(48);
  const tried = await encodePixels(pixels, 'avif', 60);
  const wanted = await encodePixels(pixels, 'avif', 70);
  expect(await encodeAvifWithin(pixels, 70, undefined, tried)).toEqual(wanted.bytes);
});

/** Coarse grain, the same each time. */
function drawNoise(size: number): Pixels {
  const data = new Uint8Array(size * size * 3);
  let state = 1;
  for (let i = 0; i < data.length; i++) {
    state = (state * 16_807) % 2_147_483_647;
    data[i] = i % 12 < 9 ? (data[i - 3] ?? 128) : state % 256;
  }
  return { data, width: size, height: size };
}
