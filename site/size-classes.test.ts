import { expect, test } from 'vitest';
import { generalSizeClass } from './size-classes.ts';

test.each([
  [575, 'XS'],
  [576, 'SM'],
  [767, 'SM'],
  [768, 'MD'],
  [991, 'MD'],
  [992, 'LG'],
  [1199, 'LG'],
  [1200, 'XL'],
])('a width of %i px is %s', (width, sizeClass) => {
  expect(generalSizeClass(width)).toBe(sizeClass);
});
