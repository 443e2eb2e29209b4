import { expect, test } from 'vitest';
import { gallerySizes, type Photo, wholeSizes } from './photo.ts';

test('a photo wider than the frame of its gallery is laid out wider than the frame', () => {
  expect(gallerySizes(shaped(1600, 1000), { shape: 6 / 5 })).toBe(
    '(max-width: 991.98px) 120vw, 67vw',
  );
});

test('one that is more upright is as wide as the frame', () => {
  expect(gallerySizes(shaped(900, 1200), { shape: 1 })).toBe('(max-width: 991.98px) 100vw, 50vw');
});

test('a frame that is never higher than a part of the window asks for no more', () => {
  expect(gallerySizes(shaped(1920, 1080), { shape: 1, maxHeightVh: 80 })).toBe(
    '(max-width: 991.98px) max(100vw, min(133vw, 142vh)), max(50vw, min(89vw, 142vh))',
  );
});

test('a photo shown whole is no wider than the window, and no wider than its height allows', () => {
  expect(wholeSizes(shaped(900, 1200))).toBe('min(100vw, 75vh)');
});

function shaped(width: number, height: number): Photo {
  return {
    id: 'foto',
    alt: 'Een tafel',
    base: '/photos/foto',
    full: { width, height, widths: [width], fallbackWidth: width },
  };
}
