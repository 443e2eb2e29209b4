import { expect, test } from 'vitest';
import { formatPrice } from './Price.tsx';

test.each([
  ['nl-BE', 'EUR', 12.5, '€ 12,50'],
  ['nl-BE', 'EUR', 48, '€ 48'],
  ['nl-BE', 'EUR', 1200, '€ 1.200'],
  ['fr-BE', 'EUR', 12.5, '12,50 €'],
  ['nl-NL', 'USD', 0, 'US$ 0'],
])('a price in %s and %s: %d is written %j', (locale, currency, amount, expected) => {
  // Intl writes no-break spaces.
  expect(formatPrice(amount, { locale, currency }).replace(/\s/g, ' ')).toBe(expected);
});
