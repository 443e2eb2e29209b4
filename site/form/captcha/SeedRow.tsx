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
  return (
    <svg className={styles.row} viewBox="0 0 52 24" data-state={props.state} aria-hidden="true">
      {props.state === 'verified' ? (
        <path className={styles.check} d="M3 12.5 9.5 19 24 5" />
      ) : (
        SEEDS.map(([x, y, radius]) => (
          <circle key={x} className={styles.seed} cx={x} cy={y} r={radius} />
        ))
      )}
    </svg>
  );
}
