import { expect, test } from 'vitest';
import { phoneHref } from './contact.ts';

test.each([
  ['09 000 00 00', 'BE', 'tel:+3290000000'],
  ['0470/00.00.00', 'BE', 'tel:+32470000000'],
  ['+32 (0)9 000 00 00', 'BE', 'tel:+3290000000'],
  ['0032 9 000 00 00', 'BE', 'tel:+3290000000'],
  ['+33 1 00 00 00 00', 'BE', 'tel:+33100000000'],
  ['020 000 00 00', 'NL', 'tel:+31200000000'],
  [' +31 20 000 00 00', 'BE', 'tel:+31200000000'],
] as const)('a telephone number %j in %s is dialled as %s', (phone, country, href) => {
  expect(phoneHref(phone, country)).toBe(href);
});
