import { expect, test } from 'vitest';
import { FULL_WIDTHS, tallRegion, variantWidths } from './photo-variants.ts';

test.each([
  { original: 6000, widths: [480, 768, 1080, 1440, 1920, 2560] },
  { original: 2560, widths: [480, 768, 1080, 1440, 1920, 2560] },
  { original: 2000, widths: [480, 768, 1080, 1440, 2000] },
  { original: 1280, widths: [480, 768, 1080, 1280] },
  { original: 481, widths: [481] },
  { original: 300, widths: [300] },
])('an original $original px wide is made in $widths', ({ original, widths }) => {
  expect(variantWidths(original, FULL_WIDTHS)).toEqual(widths);
});

test.each<{ shape: string; size: [number, number]; focus: [number, number]; region: number[] }>([
  { shape: 'a wide one', size: [1600, 1000], focus: [50, 50], region: [500, 0, 600, 1000] },
  { shape: 'its left edge', size: [1600, 1000], focus: [0, 50], region: [0, 0, 600, 1000] },
  { shape: 'its right edge', size: [1600, 1000], focus: [100, 0], region: [1000, 0, 600, 1000] },
  { shape: 'an upright one', size: [600, 1000], focus: [20, 80], region: [0, 0, 600, 1000] },
  { shape: 'a very upright one', size: [300, 1000], focus: [50, 90], region: [0, 500, 300, 500] },
])('cuts $shape around its focal point', ({ size, focus, region }) => {
  const [left, top, width, height] = region;
  expect(tallRegion(...size, focus)).toEqual({ left, top, width, height });
});
