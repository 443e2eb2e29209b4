import type { ParseArgsConfig } from 'node:util';
import type { OpenDatabase } from './open-database.ts';

/** One command of `npm run enquiries`. */
export interface Command {
  /** What follows its name: 'ID [--confirmation]'. */
  usage: string;
  /** One line of the help. */
  summary: string;
  /** How many words it takes besides its options. */
  words: number;
  options: NonNullable<ParseArgsConfig['options']>;
  /** @throws Error in one line when it could not be done */
  run(database: OpenDatabase, words: string[], options: Options): Promise<Outcome>;
}

export type Options = Record<string, string | boolean | (string | boolean)[] | undefined>;

export interface Outcome {
  /** What people read. */
  text: string;
  /** What programs read, with `--json`. */
  json: unknown;
  /** 0 when absent: it was done. */
  exitCode?: 0 | 1 | 2;
}
