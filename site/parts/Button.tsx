import type { ComponentProps } from 'react';
import styles from './Button.module.css';

interface ButtonVariant {
  /** `main`: the primary action. `quiet`: a secondary action. `link`: a rare action. */
  variant: 'main' | 'quiet' | 'link';
}

export function Button({ variant, ...props }: ComponentProps<'button'> & ButtonVariant) {
  return <button type="button" {...props} className={styles.button} data-variant={variant} />;
}

export function ButtonLink({ variant, ...props }: ComponentProps<'a'> & ButtonVariant) {
  return <a {...props} className={styles.button} data-variant={variant} />;
}
