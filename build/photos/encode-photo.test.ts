import { expect, test } from 'vitest';
import { encodeWithin } from './encode-photo.ts';
import type { Pixels } from './score-photo.ts';

const ENCODING_MS = 300_000;

test('a file over its budget is encoded smaller, as far as the format allows', {
  timeout: ENCODING_MS,
}, async () => {
  const pixels = drawNoise(96);
  const free = await encodeWithin(pixels, 'avif', 70);
  const budget = Math.round(free.length * 0.8);
  const within = await encodeWithin(pixels, 'avif', 70, budget);
  expect(within.length).toBeLessThanOrEqual(budget);
  expect(within.length).toBeGreaterThan(budget * 0.7);

  const impossible = await encodeWithin(pixels, 'avif', 70, 1);
  const lowest = await encodeWithin(pixels, 'avif', 50);
  expect(impossible.length).toBe(lowest.length);
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
