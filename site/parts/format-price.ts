import type { Site } from '../content.ts';

/** '€ 12,50', and '€ 12' for a whole amount, in the site's locale and currency. */
export function formatPrice(
  amount: number,
  { locale, currency }: Pick<Site, 'locale' | 'currency'>,
) {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount);
}
