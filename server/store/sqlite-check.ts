import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type Migration, newerDatabaseError } from './read-migrations.ts';
import { SickDatabaseError } from './trouble.ts';

/**
 * Looks through the whole file, and compares its tables with what the migrations make.
 *
 * @throws SickDatabaseError when pages are damaged, or tables and indexes are not ours
 */
export function assertHealthy(database: DatabaseSync, file: string, migrations: Migration[]): void {
  const damage = quickCheck(database);
  if (damage !== undefined) throw new SickDatabaseError(`${file} is damaged (${damage})`);
  const found = schemaOf(database);
  const wrong = Object.entries(schemaAfter(migrations)).find(([name, sql]) => found[name] !== sql);
  if (wrong) {
    throw new SickDatabaseError(`${file} is not as this release makes it (${wrong[0]})`);
  }
}

/**
 * The same for a file that lies where ours was, without touching it or a log beside it.
 *
 * @throws SickDatabaseError as above; Error when a newer release wrote it
 */
export function assertCouldReplace(file: string, migrations: Migration[]): void {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true });
    const version = schemaVersion(database);
    if (version > migrations.length) throw newerDatabaseError(file, version, migrations.length);
    if (version === 0) throw new SickDatabaseError(`${file} is empty`);
    assertHealthy(database, file, migrations.slice(0, version));
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code !== 'ERR_SQLITE_ERROR') throw error;
    throw new SickDatabaseError(`${file} is no database of ours (${message})`);
  } finally {
    database?.close();
  }
}

export function schemaVersion(database: DatabaseSync): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** @returns what SQLite found first; undefined: nothing */
function quickCheck(database: DatabaseSync): string | undefined {
  let found: string;
  try {
    const row = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    found = row.quick_check;
  } catch (error) {
    found = (error as Error).message;
  }
  return found === 'ok' ? undefined : found.replaceAll(/\s+/g, ' ');
}

function schemaAfter(migrations: Migration[]): Record<string, string> {
  const model = new DatabaseSync(':memory:');
  for (const { sql } of migrations) model.exec(sql);
  const schema = schemaOf(model);
  model.close();
  return schema;
}

/** SQLite keeps each table and index in the words that made it; only those count, not their layout. */
function schemaOf(database: DatabaseSync): Record<string, string> {
  const rows = database
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'",
    )
    .all() as { name: string; sql: string }[];
  return Object.fromEntries(
    rows.map(({ name, sql }) => [name, sql.replaceAll(/--.*$/gm, '').replaceAll(/[\s"]+/g, ' ')]),
  );
}
