import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cropRegion } from './crop-region.ts';

const side = fc.integer({ min: 16, max: 8000 });
const percent = fc.integer({ min: 0, max: 100 });

test('a crop has its aspect ratio, is as large as possible and contains the focal point', () => {
  const photo = fc.record({ width: side, height: side });
  const ratio = fc.constantFrom(3 / 5, 1200 / 630);
  fc.assert(
    fc.property(photo, ratio, fc.tuple(percent, percent), (size, aspectRatio, focus) => {
      const { left, top, width, height } = cropRegion(size, aspectRatio, focus);
      // Both sizes are whole numbers, so the ratio is exact to within a pixel.
      expect(Math.abs(width - height * aspectRatio)).toBeLessThanOrEqual(Math.max(1, aspectRatio));
      expect(width === size.width || height === size.height).toBe(true);
      const x = (size.width * focus[0]) / 100;
      const y = (size.height * focus[1]) / 100;
      expect(x >= left - 1 && x <= left + width + 1).toBe(true);
      expect(y >= top - 1 && y <= top + height + 1).toBe(true);
      expect(left >= 0 && top >= 0).toBe(true);
      expect(left + width <= size.width && top + height <= size.height).toBe(true);
    }),
  );
});

test('the focal point is centred where the edges allow it', () => {
  const photo = { width: 1600, height: 1000 };
  expect(cropRegion(photo, 3 / 5, [50, 50]).left).toBe(500);
  expect(cropRegion(photo, 3 / 5, [40, 0]).left).toBe(340);
});
