import { expect, test } from 'vitest';
import {
  AVIF_WIDTHS,
  maxAvifBytes,
  tallRegion,
  variantWidths,
  workingSize,
} from './photo-variants.ts';

test.each([
  { original: 6000, widths: [768, 1080, 1440, 1920, 2560] },
  { original: 2560, widths: [768, 1080, 1440, 1920, 2560] },
  { original: 2200, widths: [768, 1080, 1440, 1920, 2200] },
  { original: 2000, widths: [768, 1080, 1440, 1920] },
  { original: 1280, widths: [768, 1080, 1280] },
  { original: 800, widths: [768] },
  { original: 300, widths: [300] },
])('an original $original px wide is made in $widths', ({ original, widths }) => {
  expect(variantWidths(original, AVIF_WIDTHS.full)).toEqual(widths);
});

test.each([
  { crop: 'tall', own: 480, height: 800, limited: [480] },
  { crop: 'tall', own: 700, height: 1167, limited: [700] },
  { crop: 'tall', own: 800, height: 1333, limited: [728] },
  { crop: 'tall', own: 1080, height: 1800, limited: [728] },
  { crop: 'full', own: 1280, height: 800, limited: [768, 1080, 1280] },
  { crop: 'full', own: 1700, height: 1133, limited: [768, 1080, 1440, 1700] },
  { crop: 'full', own: 2000, height: 1333, limited: [768, 1080, 1440, 1920] },
  { crop: 'full', own: 2560, height: 1707, limited: [768, 1080, 1440, 1920] },
  // A panorama covers the hero's height, and is wider than the window.
  { crop: 'full', own: 2560, height: 800, limited: [768, 1080, 1440, 1920, 2560] },
] as const)(
  'of a $crop $own px wide the hero has a budget at $limited',
  ({ crop, own, height, limited }) => {
    const widths = variantWidths(own, AVIF_WIDTHS[crop]);
    const width = widths.at(-1) ?? own;
    const made = { width, height: Math.round((width * height) / own), widths, fallbackWidths: [] };
    expect(widths.filter((each) => maxAvifBytes(crop, made, each))).toEqual(limited);
  },
);

test.each([
  { original: [6000, 3375], hero: true, tall: 1200 },
  { original: [6000, 4000], hero: true, tall: 1200 },
  { original: [1920, 1080], hero: true, tall: 648 },
])('the tall crop of $original is cut $tall px wide', ({ original, hero, tall }) => {
  const [width = 0, height = 0] = original;
  const size = workingSize({ width, height }, hero);
  expect(tallRegion(size, [50, 50]).width).toBe(tall);
  expect(size.width / size.height).toBeCloseTo(width / height, 2);
});

test('a photo that is no hero is brought down to its widest variant, and never enlarged', () => {
  expect(workingSize({ width: 6000, height: 3375 }, false)).toEqual({ width: 2560, height: 1440 });
  expect(workingSize({ width: 700, height: 500 }, true)).toEqual({ width: 700, height: 500 });
});

test.each<{ shape: string; size: [number, number]; focus: [number, number]; region: number[] }>([
  { shape: 'a wide one', size: [1600, 1000], focus: [50, 50], region: [500, 0, 600, 1000] },
  { shape: 'its left edge', size: [1600, 1000], focus: [0, 50], region: [0, 0, 600, 1000] },
  { shape: 'its right edge', size: [1600, 1000], focus: [100, 0], region: [1000, 0, 600, 1000] },
  { shape: 'an upright one', size: [600, 1000], focus: [20, 80], region: [0, 0, 600, 1000] },
  { shape: 'a very upright one', size: [300, 1000], focus: [50, 90], region: [0, 500, 300, 500] },
])('cuts $shape around its focal point', ({ size, focus, region }) => {
  const [left, top, width, height] = region;
  expect(tallRegion({ width: size[0], height: size[1] }, focus)).toEqual({
    left,
    top,
    width,
    height,
  });
});
