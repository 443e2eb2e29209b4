import { describe, expect, it } from 'vitest';
import { describeFile } from './File.tsx';

/** Intl puts spaces between figure and unit that do not break. */
const plain = (text: string) => text.replace(/\s/g, ' ');

describe('the description of a file', () => {
  it.each([
    ['nl-BE', 'menu.pdf', 0, 'PDF, 1 kB'],
    ['nl-BE', 'menu.v2.pdf', 120_400, 'PDF, 120 kB'],
    ['nl-BE', 'menu.docx', 999_600, 'DOCX, 1 MB'],
    ['nl-BE', 'menu.pdf', 1_234_567, 'PDF, 1,2 MB'],
    ['fr-BE', 'menu.pdf', 120_400, 'PDF, 120 ko'],
  ])('in %s, %s of %d bytes is %j', (locale, name, bytes, expected) => {
    expect(plain(describeFile({ href: `/files/${name}`, bytes }, locale))).toBe(expected);
  });
});
