import styles from './icons.module.css';

/** Line drawings on a canvas of 64 × 64. A line of zero length draws a dot. */
const DRAWINGS = {
  hourglass:
    'M16 6h32M16 58h32M20 6v8c0 9 12 12 12 18S20 41 20 50v8M44 6v8c0 9-12 12-12 18s12 9 12 18v8' +
    'M28 53h.01M33 51.5h.01M37 53.5h.01M32 43h.01M32 37h.01',
  check: 'M32 6a26 26 0 1 1 0 52a26 26 0 1 1 0-52M20 33l8.5 8.5L45 24',
  cross: 'M32 6a26 26 0 1 1 0 52a26 26 0 1 1 0-52M23 23l18 18M41 23 23 41',
  calendar: 'M8 14h48v42H8zM8 26h48M20 6v14M44 6v14M22 37h.01M34 37h.01M22 47h.01',
};

/** A decorative icon: the text beside it says the same. */
export function Icon(props: { name: keyof typeof DRAWINGS; size: 'small' | 'large' }) {
  return (
    <svg
      className={styles.drawing}
      data-icon={props.name}
      data-size={props.size}
      viewBox="0 0 64 64"
      aria-hidden="true"
    >
      <path d={DRAWINGS[props.name]} />
    </svg>
  );
}
