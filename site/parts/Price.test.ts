import { describe, expect, it } from 'vitest';
import { formatPrice } from './Price.tsx';

/** Intl puts spaces between amount and sign that do not break. */
const plain = (price: string) => price.replace(/\s/g, ' ');

describe('a price', () => {
  it.each([
    ['nl-BE', 'EUR', 12.5, '€ 12,50'],
    ['nl-BE', 'EUR', 48, '€ 48'],
    ['nl-BE', 'EUR', 1200, '€ 1.200'],
    ['fr-BE', 'EUR', 12.5, '12,50 €'],
    ['nl-NL', 'USD', 0, 'US$ 0'],
  ])('in %s and %s, %d is written %j', (locale, currency, amount, expected) => {
    expect(plain(formatPrice(amount, { locale, currency }))).toBe(expected);
  });
});
