import styles from './Seeds.module.css';

/** Where each seed lies, in units of the drawing, and its radius: strewn by hand, the same each time. */
const SEEDS = [
  [4, 9, 1.6],
  [15, 6, 2],
  [24, 11, 1.4],
  [37, 8, 2.2],
  [50, 5, 1.5],
  [58, 10, 1.9],
  [72, 8, 2.3],
  [86, 11, 1.6],
  [94, 6, 1.8],
  [108, 8, 2.1],
  [119, 5, 1.4],
  [131, 10, 1.9],
  [140, 7, 1.5],
] as const;

/** A loose line of poppy seeds: the site's one ornament. */
export function Seeds() {
  return (
    <svg className={styles.seeds} viewBox="0 0 144 16" aria-hidden="true">
      {SEEDS.map(([x, y, radius]) => (
        <circle key={x} cx={x} cy={y} r={radius} />
      ))}
    </svg>
  );
}
