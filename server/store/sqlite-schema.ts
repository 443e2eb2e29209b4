import type { DatabaseSync } from 'node:sqlite';
import { newerDatabaseError, readMigrations } from './read-migrations.ts';
import { assertHealthy, schemaVersion } from './sqlite-check.ts';

/**
 * Checks the file, and runs the missing migrations in one transaction under the write lock.
 *
 * @param mayMigrate false: a file of an older release is refused
 * @throws SickDatabaseError; Error in one line when it is of a newer release, or older and may not change
 */
export function bringUpToDate(database: DatabaseSync, file: string, mayMigrate: boolean): void {
  const migrations = readMigrations('sqlite');
  const isCurrent = (version: number) => {
    if (version > migrations.length) throw newerDatabaseError(file, version, migrations.length);
    return version === migrations.length;
  };
  const version = schemaVersion(database);
  const current = isCurrent(version);
  assertHealthy(database, file, migrations.slice(0, version));
  if (current) return;
  if (!mayMigrate) {
    throw new Error(
      `${file} is of an older release: start the server, which brings it up to date.`,
    );
  }
  database.exec('BEGIN IMMEDIATE');
  try {
    // Read again: another process may have migrated while this one waited for the lock.
    const found = schemaVersion(database);
    if (!isCurrent(found)) {
      for (const { sql } of migrations.slice(found)) database.exec(sql);
      database.exec(`PRAGMA user_version = ${migrations.length}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
