import type { ComponentProps } from 'react';
import styles from './Button.module.css';

/** `main`: the primary action. `quiet`: a secondary action. `link`: a rare action. */
type Variant = 'main' | 'quiet' | 'link';

export function Button({ variant, ...props }: ComponentProps<'button'> & { variant: Variant }) {
  return <button type="button" {...props} className={styles.button} data-variant={variant} />;
}

/** A link that looks like a button. */
export function ButtonLink({ variant, ...props }: ComponentProps<'a'> & { variant: Variant }) {
  return <a {...props} className={styles.button} data-variant={variant} />;
}
