import type { ComponentProps } from 'react';
import styles from './Button.module.css';

/** `main`: the one thing to do here. `quiet`: everything else. `link`: what few will want. */
type Variant = 'main' | 'quiet' | 'link';

export function Button({ variant, ...props }: ComponentProps<'button'> & { variant: Variant }) {
  return <button type="button" {...props} className={styles.button} data-variant={variant} />;
}

/** A link that looks like a button: it goes somewhere. */
export function ButtonLink({ variant, ...props }: ComponentProps<'a'> & { variant: Variant }) {
  return <a {...props} className={styles.button} data-variant={variant} />;
}
