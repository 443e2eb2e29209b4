import styles from './SeedRow.module.css';

/** Position and radius of each seed. */
const SEEDS = [
  [5, 13, 2.2],
  [15, 10, 2.8],
  [25, 14, 2.4],
  [36, 11, 3],
  [47, 13, 2.3],
] as const;

/** Shows progress in poppy seeds, or a check mark. It is decorative. */
export function SeedRow(props: { state: string }) {
  if (props.state === 'verified') {
    return (
      <svg className={styles.check} viewBox="0 0 24 24" aria-hidden="true">
        <path d="M2 12.5 8.5 19 22 5" />
      </svg>
    );
  }
  return (
    <svg className={styles.row} viewBox="0 0 52 24" data-state={props.state} aria-hidden="true">
      {SEEDS.map(([x, y, radius]) => (
        <circle key={x} className={styles.seed} cx={x} cy={y} r={radius} />
      ))}
    </svg>
  );
}
