import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PHOTO_FORMATS } from '../../site/picture/photo.ts';
import { encodePixels } from './encode-pixels.ts';
import { findQuality } from './find-quality.ts';
import { FORMAT_PLANS } from './photo-variants.ts';
import { type Pixels, toPixels } from './pixels.ts';
import { scorePhoto } from './score-photo.ts';

const ENCODING_MS = 300_000;

test.each(PHOTO_FORMATS)(
  'the whole picture as %s scores about what it should',
  {
    timeout: ENCODING_MS,
  },
  async (format) => {
    const picture = drawPhoto(640, 420);
    const { firstQuality, targetScore } = FORMAT_PLANS[format];
    const { quality } = await findQuality(picture, { format, firstQuality, judgedAt: 640 });
    const { bytes } = await encodePixels(picture, format, quality);
    const score = scorePhoto(picture, await toPixels(sharp(bytes)));
    expect(Math.abs(score - targetScore)).toBeLessThan(3);
  },
);

test('a try over the budget that falls short is the last', { timeout: ENCODING_MS }, async () => {
  const picture = drawPhoto(640, 420);
  const { quality, tried } = await findQuality(picture, {
    format: 'avif',
    firstQuality: 30,
    judgedAt: 640,
    maxBytes: 1,
  });
  expect(tried.quality).toBe(30);
  expect(quality).toBeGreaterThan(30);
});

/** Waves of many lengths, finer to the right, under a little grain: the same each time. */
function drawPhoto(width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 3);
  let state = 1;
  for (let i = 0; i < data.length; i++) {
    const x = Math.floor(i / 3) % width;
    const y = Math.floor(i / 3 / width);
    state = (state * 16_807) % 2_147_483_647;
    const grain = (state / 2_147_483_647 - 0.5) * 24;
    const wave = Math.sin((x * x) / 9000 + y / 30) * 50 + Math.sin(y / (8 + (i % 3))) * 25;
    data[i] = Math.min(Math.max(128 + wave + grain, 0), 255);
  }
  return { data, width, height };
}
