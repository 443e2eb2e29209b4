import process from 'node:process';

/** How often a test repeats something: `usual` times, or 20 times as often with `SOAK=1`. */
export function count(usual: number): number {
  return process.env.SOAK ? 20 * usual : usual;
}

/**
 * One cell of a matrix that is too large for each run: another one each day, and for each `turn`.
 * `SEED`, which a run prints, repeats it.
 */
export function cellOf<Cell>(cells: readonly Cell[], turn: number): Cell {
  const cell = cells[(SEED + turn) % cells.length];
  if (cell === undefined) throw new Error('The matrix is empty');
  return cell;
}

/** The day, unless named. */
export const SEED = Number(process.env.SEED || Math.floor(Date.now() / 86_400_000));
