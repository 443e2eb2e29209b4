import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { newerDatabaseError, readMigrations } from './read-migrations.ts';

/** Where the database of a data folder is. */
export function sqliteFileOf(dataDir: string): string {
  return join(dataDir, 'enquiries.sqlite');
}

/** How long a statement waits for another process's write lock. */
const BUSY_TIMEOUT_MS = 250;

/**
 * Primary result codes after which the open file cannot be trusted: READONLY, IOERR, CORRUPT,
 * CANTOPEN, NOTADB. The next call opens it anew, so that a remounted or restored disk is enough
 * to recover.
 */
const REOPEN_AFTER = new Set([8, 10, 11, 14, 26]);

/**
 * One SQLite file, its schema up to date, that mends itself: after an error of the disk, or when
 * the file was replaced, the next call opens it anew.
 */
export class SqliteFile {
  readonly #file: string;
  readonly #maxPages: number | undefined;
  #database: DatabaseSync | undefined;
  #inode = 0;
  #statements = new Map<string, StatementSync>();

  /**
   * @param maxPages upper bound of the file in pages of 4 KiB, for tests of a full disk
   * @throws Error when it cannot be opened, or is newer than this release
   */
  constructor(file: string, maxPages?: number) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    this.#file = file;
    this.#maxPages = maxPages;
    this.#open();
  }

  /** All that `work` writes, or nothing. */
  transaction<Result>(work: () => Result): Result {
    return this.guarded((database) => {
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        // A full disk has SQLite roll back by itself; a second rollback would hide its error.
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  /** Runs `work` on the open file; opens it anew after an error that may be the file's. */
  guarded<Result>(work: (database: DatabaseSync) => Result): Result {
    // Deleted or replaced under us, the old file would go on taking writes that nobody can find.
    if (this.#database && inodeOf(this.#file) !== this.#inode) this.close();
    const database = this.#database ?? this.#open();
    try {
      return work(database);
    } catch (error) {
      if (REOPEN_AFTER.has(primaryCode(error))) this.close();
      throw error;
    }
  }

  #open(): DatabaseSync {
    const database = new DatabaseSync(this.#file, { timeout: BUSY_TIMEOUT_MS });
    try {
      chmodSync(this.#file, 0o600);
      setWriteAheadLog(database, this.#file);
      // FULL: the commit is on disk when COMMIT returns, also after a power cut.
      database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
      if (this.#maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${this.#maxPages}`);
      migrate(database, this.#file);
    } catch (error) {
      database.close();
      throw error;
    }
    this.#inode = inodeOf(this.#file);
    this.#database = database;
    return database;
  }

  /** @returns how many rows were written */
  run(sql: string, ...values: (string | number | null)[]): number {
    return Number(this.prepare(sql).run(...values).changes);
  }

  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    if (!this.#database) throw new Error('The database is closed.');
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#database?.close();
    this.#database = undefined;
  }
}

/** Runs the missing migrations in one transaction under the write lock. */
function migrate(database: DatabaseSync, file: string): void {
  const migrations = readMigrations('sqlite');
  if (schemaVersion(database) === migrations.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Read again: another process may have migrated while this one waited for the lock.
    const found = schemaVersion(database);
    if (found > migrations.length) throw newerDatabaseError(file, found, migrations.length);
    for (const { sql } of migrations.slice(found)) database.exec(sql);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Some network disks cannot share the log's memory; there SQLite says so in its answer only. */
function setWriteAheadLog(database: DatabaseSync, file: string): void {
  const answer = database.prepare('PRAGMA journal_mode = WAL').get() as { journal_mode: string };
  if (answer.journal_mode !== 'wal') {
    throw new Error(`${file}: this disk cannot keep a write-ahead log. Choose a local DATA_DIR.`);
  }
}

function schemaVersion(database: DatabaseSync): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

function primaryCode(error: unknown): number {
  const code = (error as { errcode?: unknown }).errcode;
  return typeof code === 'number' ? code & 0xff : 0;
}

function inodeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? 0;
}
