import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { contrast, mix } from '../contrast.ts';
import { measureBrightness, shadesFor, TEXT_ZONES } from './hero-shades.ts';
import { readOriginal } from './read-original.ts';

const PAPER = '#fffdf8';
const LEAST = 0.16;

test('the shade of a photo gives its texts enough contrast and little more', () => {
  const grey = fc.integer({ min: 0, max: 255 });
  const brightness = fc.tuple(...TEXT_ZONES.map(() => grey));
  fc.assert(
    fc.property(brightness, (greys) => {
      const shades = shadesFor(greys, PAPER);
      const contrastAt = (opacity: number, value = 0) => {
        const photo = `#${value.toString(16).padStart(2, '0').repeat(3)}`;
        return contrast(PAPER, mix('#000000', opacity, photo));
      };
      for (const [i, zone] of TEXT_ZONES.entries()) {
        expect(contrastAt(shades[zone.shade], greys[i])).toBeGreaterThanOrEqual(zone.contrast);
      }
      const bar = TEXT_ZONES.findIndex(({ shade }) => shade === 'bar');
      if (shades.bar > LEAST) expect(contrastAt(shades.bar - 0.05, greys[bar])).toBeLessThan(5.1);
    }),
  );
});

test('the shades depend on the part of the photo behind each text', async () => {
  // The photo is white at the lower left and black elsewhere.
  const dark = await shadesOf({ left: 0, top: 200, width: 160, height: 100 });
  expect(dark.bar).toBe(LEAST);
  expect(dark.text).toBeGreaterThan(0.4);
  // The photo is white at the right, outside of what a phone shows around a focal point at the
  // left.
  const right = { left: 360, top: 0, width: 120, height: 300 };
  expect((await shadesOf(right, [20, 50])).tallBar).toBe(LEAST);
  expect((await shadesOf(right, [90, 50])).tallBar).toBeGreaterThan(0.5);
});

/** @param white the white part of a black photo */
async function shadesOf(
  white: { left: number; top: number; width: number; height: number },
  focus: [number, number] = [50, 50],
) {
  const { width, height } = white;
  const input = { create: { width, height, channels: 3, background: '#fff' } } as const;
  const photo = sharp({ create: { width: 480, height: 300, channels: 3, background: '#000' } });
  const composed = photo.composite([{ input, ...white }]).png();
  const original = await readOriginal(await composed.toBuffer());
  return shadesFor(await measureBrightness(original, { full: focus, tall: focus }), PAPER);
}
