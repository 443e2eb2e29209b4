import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Pixels } from './pixels.ts';
import { scorePhoto } from './score-photo.ts';

test('the same picture scores 100, and less the more its encoding loses', async () => {
  const original = await drawRings();
  expect(scorePhoto(original, original)).toBeCloseTo(100, 5);
  const scores = await Promise.all(
    [95, 70, 40, 10].map(async (quality) => scorePhoto(original, await recode(original, quality))),
  );
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(scores[0]).toBeGreaterThan(80);
  expect(scores[3]).toBeLessThan(50);
});

test('refuses pictures of different sizes', async () => {
  const original = await drawRings();
  const narrower = { ...original, width: original.width - 1 };
  expect(() => scorePhoto(original, narrower)).toThrow('one size');
});

async function drawRings(): Promise<Pixels> {
  const size = 160;
  const data = new Uint8Array(size * size * 3);
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [Math.floor(i / 3) % size, Math.floor(i / 3 / size)];
    data[i] = 128 + 90 * Math.sin(Math.hypot(x - 60, y - 80) / (3 + (i % 3)));
  }
  return { data, width: size, height: size };
}

async function recode({ data, width, height }: Pixels, quality: number): Promise<Pixels> {
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
  return { data: await sharp(jpeg).raw().toBuffer(), width, height };
}
