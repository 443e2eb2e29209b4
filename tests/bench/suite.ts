import type { BenchProgramName } from '../runner/programs.ts';

/** A part of the bench that can run alone. */
export interface Suite {
  /** What is measured, and how, in a sentence or two. */
  about: string;
  /** The programs that it starts and that npm does not bring. */
  programs?: BenchProgramName[];
  measure(onProgress: (line: string) => void): Promise<Figure[]>;
}

/** A figure and what it is compared with. */
export interface Figure {
  what: string;
  value: number;
  /** The unit of the value and the baseline: 'ms', 'kB'. */
  unit: string;
  /** What the value is compared with, measured in the same run. */
  baseline?: number;
  /** Names the baseline: 'without scripts'. */
  baselineName?: string;
  /**
   * The goal for the ratio to the baseline, or for the value when there is no baseline. Default:
   * the row is only shown.
   */
  goal?: Goal;
}

export type Goal = { atMost: number } | { atLeast: number };

/**
 * The figure that the goal is about: the ratio to the baseline, or the value when there is no
 * baseline.
 */
export function judgedFigure({ value, baseline }: Figure): number {
  return baseline === undefined ? value : value / baseline;
}

/** Whether a row meets its goal. A figure that is not a number does not. */
export function meetsGoal(row: Figure): boolean {
  if (row.goal === undefined) return true;
  const figure = judgedFigure(row);
  return 'atMost' in row.goal ? figure <= row.goal.atMost : figure >= row.goal.atLeast;
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
