import type { ReactNode } from 'react';
import styles from './icons.module.css';

/** Line drawings of the form. Decorative: the text beside them says the same. */
function Drawing(props: { name: string; size: 'small' | 'large'; children: ReactNode }) {
  return (
    <svg
      className={styles.drawing}
      data-icon={props.name}
      data-size={props.size}
      viewBox="0 0 64 64"
      aria-hidden="true"
    >
      {props.children}
    </svg>
  );
}

export function HourglassIcon() {
  return (
    <Drawing name="hourglass" size="large">
      <path d="M16 6h32M16 58h32" />
      <path d="M20 6v8c0 9 12 12 12 18S20 41 20 50v8M44 6v8c0 9-12 12-12 18s12 9 12 18v8" />
      <g className={styles.grains}>
        <circle cx="28" cy="53" r="1.7" />
        <circle cx="33" cy="51.5" r="1.9" />
        <circle cx="37" cy="53.5" r="1.5" />
        <circle cx="32" cy="43" r="1.4" />
        <circle cx="32" cy="37" r="1.3" />
      </g>
    </Drawing>
  );
}

export function CheckIcon() {
  return (
    <Drawing name="check" size="large">
      <circle cx="32" cy="32" r="26" />
      <path d="m20 33 8.5 8.5L45 24" />
    </Drawing>
  );
}

export function CrossIcon() {
  return (
    <Drawing name="cross" size="large">
      <circle cx="32" cy="32" r="26" />
      <path d="m23 23 18 18M41 23 23 41" />
    </Drawing>
  );
}

export function CalendarIcon() {
  return (
    <Drawing name="calendar" size="small">
      <path d="M8 14h48v42H8zM8 26h48M20 6v14M44 6v14" />
      <g className={styles.grains}>
        <circle cx="22" cy="37" r="3" />
        <circle cx="34" cy="37" r="3" />
        <circle cx="22" cy="47" r="3" />
      </g>
    </Drawing>
  );
}
