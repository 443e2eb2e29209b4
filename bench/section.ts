import process from 'node:process';

/** Visits of each that are held beside each other: BENCH_ROUNDS, default 9. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
if (!(Number.isInteger(ROUNDS) && ROUNDS > 0))
  throw new Error(`BENCH_ROUNDS is not a number of rounds: ${process.env.BENCH_ROUNDS}`);

/** A part of the bench that runs alone. */
export interface Section {
  /** What is measured, and how, in a sentence or two. */
  about: string;
  /** @param onProgress a line for whoever watches */
  measure(onProgress: (line: string) => void): Promise<Row[]>;
}

/** A figure beside what it is held against. */
export interface Row {
  what: string;
  value: number;
  /** 'ms', 'kB'; of the limit too. */
  unit: string;
  /** Measured in the same run, or a number that is known. */
  limit?: number;
  /** What the limit is: 'without scripts'. */
  of?: string;
  /** '≤ 1.03' */
  goal: string;
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** @param share 0.98: the value that so many are not above */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
