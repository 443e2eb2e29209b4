import type * as v from 'valibot';
import type { Site } from '../content/content.ts';
import type { price as priceSchema } from '../schema/content-values.ts';
import styles from './Price.module.css';

/** A price with its unit: 'vanaf € 12,50 per persoon'. */
export function Price(props: { price: v.InferOutput<typeof priceSchema>; site: Site }) {
  const { from, amount, per } = props.price;
  return (
    <span className={styles.price}>
      {from && (
        <>
          <span className={styles.per}>{from}</span>{' '}
        </>
      )}
      <span className={styles.amount}>{formatPrice(amount, props.site)}</span>
      {per && (
        <>
          {' '}
          <span className={styles.per}>{per}</span>
        </>
      )}
    </span>
  );
}

/** '€ 12,50', and '€ 12' for a whole amount, in the site's locale and currency. */
export function formatPrice(
  amount: number,
  { locale, currency }: Pick<Site, 'locale' | 'currency'>,
): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount);
}
