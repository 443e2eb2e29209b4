import { expect, test } from 'vitest';
import type { Pixels } from './pixels.ts';
import { takeSample } from './sample.ts';

test('a small picture is its own sample', () => {
  const small = drawCoordinates(300, 200);
  expect(takeSample(small)).toBe(small);
});

test('a sample holds nine parts from all over a picture, pixel for pixel', () => {
  const { data, width, height } = takeSample(drawCoordinates(1280, 800));
  expect([width, height]).toEqual([384, 264]);
  // Red and green say where a pixel stood, in steps of 16.
  const cameFrom = (x: number, y: number) => {
    const at = (y * width + x) * 3;
    return [(data[at] ?? 0) * 16, (data[at + 1] ?? 0) * 16];
  };
  expect(cameFrom(0, 0)).toEqual([192, 112]);
  expect(cameFrom(128, 88)).toEqual([576, 352]);
  expect(cameFrom(383, 263)).toEqual([1072, 672]);
});

test('a strip has lower parts', () => {
  const { width, height, data } = takeSample(drawCoordinates(2560, 128));
  expect([width, height]).toEqual([384, 126]);
  expect(data).toHaveLength(384 * 126 * 3);
});

function drawCoordinates(width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    data[i * 3] = (i % width) / 16;
    data[i * 3 + 1] = Math.floor(i / width) / 16;
  }
  return { data, width, height };
}
