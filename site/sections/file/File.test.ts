import { expect, test } from 'vitest';
import { describeFile } from './File.tsx';

test.each([
  ['nl-BE', 'menu.pdf', 0, 'PDF, 1 kB'],
  ['nl-BE', 'menu.v2.pdf', 120_400, 'PDF, 120 kB'],
  ['nl-BE', 'menu.docx', 999_600, 'DOCX, 1 MB'],
  ['nl-BE', 'menu.pdf', 1_234_567, 'PDF, 1,2 MB'],
  ['fr-BE', 'menu.pdf', 120_400, 'PDF, 120 ko'],
])('a file in %s: %s of %d bytes is described as %j', (locale, name, bytes, expected) => {
  const description = describeFile({ href: `/files/${name}`, bytes }, locale);
  // Intl writes no-break spaces.
  expect(description.replace(/\s/g, ' ')).toBe(expected);
});
