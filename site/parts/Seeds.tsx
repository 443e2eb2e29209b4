import styles from './Seeds.module.css';

/** Stroke width and positions of the seeds, in SVG units. */
const SEEDS = [
  [3, 'M4 9h0M24 11h0M50 5h0M86 11h0M119 5h0M140 7h0'],
  [3.8, 'M15 6h0M58 10h0M94 6h0M131 10h0'],
  [4.4, 'M37 8h0M72 8h0M108 8h0'],
] as const;

/** A decorative line of poppy seeds. */
export function Seeds() {
  return (
    <svg className={styles.seeds} viewBox="0 0 144 16" aria-hidden="true">
      {SEEDS.map(([width, path]) => (
        <path key={width} strokeWidth={width} d={path} />
      ))}
    </svg>
  );
}
