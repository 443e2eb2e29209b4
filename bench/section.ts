/** A part of the bench that runs alone. */
export interface Section {
  /** What is measured, and how, in a sentence or two. */
  about: string;
  measure(onProgress: (line: string) => void): Promise<Row[]>;
}

/** A figure and what it is compared with. */
export interface Row {
  what: string;
  value: number;
  /** Of the value and the limit: 'ms', 'kB'. */
  unit: string;
  /** Measured in the same run, or a fixed number. */
  limit?: number;
  /** What the limit is: 'without scripts'. */
  of?: string;
  /** '≤ 1.03' */
  goal: string;
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** @param share 0.98: the value that 98 % of them do not exceed */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
