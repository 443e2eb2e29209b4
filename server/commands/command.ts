import type { ParseArgsConfig } from 'node:util';
import type { Settings } from '../settings.ts';
import type { OpenDatabase } from './open-database.ts';

/** What each command of `npm run enquiries` says of itself. */
interface Usage {
  /** What follows its name: 'ID [--confirmation]'. */
  usage: string;
  /** One line of the help. */
  summary: string;
  /** How many words it takes besides its options. */
  words: number;
  options: NonNullable<ParseArgsConfig['options']>;
}

/** One that looks into the database. */
export interface Command extends Usage {
  /** @throws Error in one line when it could not be done */
  run(database: OpenDatabase, words: string[], options: Options): Promise<Outcome>;
}

/** One that has to do without a database, or opens it when it is ready to. */
export interface SettingsCommand extends Usage {
  /** @throws Error in one line when it could not be done */
  runAlone(settings: Settings, words: string[], options: Options): Promise<Outcome>;
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
