import { chmodSync, closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** Enquiries whose mail to the company has not gone out. */
export function owedIn(database: DatabaseSync): number {
  const row = database
    .prepare("SELECT count(*) AS owed FROM mail WHERE kind = 'company' AND state <> 'delivered'")
    .get() as { owed: number };
  return row.owed;
}

/** Writes all that the open file holds, and its log, into one new file. */
export function copyTo(database: DatabaseSync, copy: string): void {
  rmSync(copy, { force: true });
  database.exec(`VACUUM INTO '${copy.replaceAll("'", "''")}'`);
  chmodSync(copy, 0o600);
  const descriptor = openSync(copy, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Makes a file whole without its log, where its disk still lets us. */
export function fold(database: DatabaseSync): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // Its disk may be gone with it.
  }
}
