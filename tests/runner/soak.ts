import process from 'node:process';

/** How many times a test repeats something: `usual`, or 20 times as many with `SOAK=1`. */
export function repetitions(usual: number): number {
  return process.env.SOAK ? 20 * usual : usual;
}

/**
 * Picks one cell of a matrix that is too large to run whole. The choice changes with `turn` and
 * `SEED`.
 */
export function cellOf<Cell>(cells: readonly Cell[], turn: number): Cell {
  const cell = cells[(SEED + turn) % cells.length];
  if (cell === undefined) throw new Error('The matrix is empty');
  return cell;
}

/**
 * The seed that chooses cells and random inputs. It is always the same, so that no run fails
 * without a change; a soak takes another one each day. `SEED=…`, which a run prints, repeats it.
 */
export const SEED = Number(
  process.env.SEED || (process.env.SOAK ? Math.floor(Date.now() / 86_400_000) : 1),
);
