import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { contrast, luminance, multiply } from '../brand/contrast.ts';
import { measureBrightness, shadeFor } from './photo-brightness.ts';

const COLORS = { ink: '#23261f', paper: '#fffdf8' };

test('a photo of any brightness is shaded as far as its words need, and no further', () => {
  const grey = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(grey, grey, grey, (bar, eyebrow, sentence) => {
      const of = (value: number) => luminance([value, value, value]);
      const shade = shadeFor(
        { bar: of(bar), eyebrow: of(eyebrow), sentence: of(sentence) },
        COLORS,
      );
      const legible = (part: number, ground: number) =>
        contrast(COLORS.paper, multiply(COLORS.ink, part, hex(ground)));
      expect(legible(shade.bar, bar)).toBeGreaterThanOrEqual(4.5);
      expect(legible(shade.words, eyebrow)).toBeGreaterThanOrEqual(4.5);
      expect(legible(shade.words, sentence)).toBeGreaterThanOrEqual(3);
      if (shade.bar > 0.2) expect(legible(shade.bar - 0.05, bar)).toBeLessThan(5.1);
    }),
  );
});

test('measures where the words stand, of a photo that lies on its side or has no colours too', async () => {
  // White at the lower left, black elsewhere.
  const drawn = sharp({ create: { width: 480, height: 300, channels: 3, background: '#000' } })
    .composite([{ input: await flat(160, 100, '#fff'), left: 0, top: 200 }])
    .png();
  const upright = await drawn.toBuffer();
  const { full } = await measureBrightness(upright, both([50, 50]));
  expect(full.bar).toBeLessThan(0.01);
  expect(full.sentence).toBeGreaterThan(0.9);

  const turned = await sharp(upright).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer();
  const ofTurned = await measureBrightness(turned, both([50, 50]));
  expect(ofTurned.full.bar).toBeLessThan(0.05);
  expect(ofTurned.full.sentence).toBeGreaterThan(0.9);

  const grey = await sharp(upright).greyscale().toColourspace('b-w').png().toBuffer();
  expect((await measureBrightness(grey, both([50, 50]))).full).toEqual(full);
});

test('looks only at the part of a photo that a phone shows', async () => {
  const bright = sharp({ create: { width: 480, height: 300, channels: 3, background: '#000' } })
    .composite([{ input: await flat(120, 300, '#fff'), left: 360, top: 0 }])
    .png();
  const { tall } = await measureBrightness(await bright.toBuffer(), both([20, 50]));
  expect(tall.bar).toBeLessThan(0.01);
  expect(
    (await measureBrightness(await bright.toBuffer(), both([90, 50]))).tall.bar,
  ).toBeGreaterThan(0.9);
});

const flat = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

const hex = (value: number) => `#${value.toString(16).padStart(2, '0').repeat(3)}`;

/** One point for both crops. */
function both(focus: [number, number]) {
  return { full: focus, tall: focus };
}
