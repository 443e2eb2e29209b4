import { readdirSync, readFileSync } from 'node:fs';
import { SICK } from './trouble.ts';

export interface Migration {
  /** The schema version after it has run; counts from 1 without gaps. */
  version: number;
  sql: string;
}

/**
 * The steps from an empty database to today's schema, in order. A file that has been released is
 * never edited: the next change is a new file.
 *
 * @throws Error naming the file when a number is missing or given twice
 */
export function readMigrations(dialect: 'sqlite' | 'postgres'): Migration[] {
  const folder = new URL(`./migrations/${dialect}/`, import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file, index) => {
      const version = index + 1;
      if (Number.parseInt(file, 10) !== version) {
        throw new Error(`migrations/${dialect}/${file}: expected number ${version}.`);
      }
      return { version, sql: readFileSync(new URL(file, folder), 'utf8') };
    });
}

/** The line that stops a start on a database that cannot be opened: which setting, which place. */
export function cannotOpenError(setting: string, where: string, cause: unknown): Error {
  const { message, code } = cause as Error & { code?: string };
  if (code === NEWER || code === SICK) return cause as Error;
  // An address that stands for several machines fails with a code and no words.
  return new Error(`${setting}: ${where} cannot be opened (${message || code}).`, { cause });
}

/** Tells the error below from others, also after it has crossed from a thread. */
const NEWER = 'newer-database';

/** The line that stops a start on a database that a later release has already changed. */
export function newerDatabaseError(where: string, found: number, known: number): Error {
  const line =
    `${where} has schema version ${found}, and this release knows up to ${known}: a newer release ` +
    'wrote it. Start that release again, or restore a backup from before it.';
  return Object.assign(new Error(line), { code: NEWER });
}
