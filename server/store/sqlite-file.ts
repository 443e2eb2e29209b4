import { chmodSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { newerDatabaseError, readMigrations } from './read-migrations.ts';

/** Where the database of a data folder is. */
export function sqliteFileOf(dataDir: string): string {
  return join(dataDir, 'enquiries.sqlite');
}

/** How long a statement waits for another process's write lock. */
const BUSY_TIMEOUT_MS = 500;

/** 16 KiB of fields stand in each part of both mails, and a mail's HTML repeats its words. */
const ROOM_BYTES = 256 * 1024;

/**
 * Primary result codes after which the open file cannot be trusted: READONLY, IOERR, CORRUPT,
 * CANTOPEN, NOTADB. The next call opens it anew, so that a remounted or restored disk is enough
 * to recover.
 */
const REOPEN_AFTER = new Set([8, 10, 11, 14, 26]);

/**
 * One SQLite file, its schema up to date, in the shape that Kysely's SqliteDialect takes. It mends
 * itself: after an error of the disk, or when the file was replaced, the next call opens it anew.
 */
export class SqliteFile implements SqliteDatabase {
  readonly #file: string;
  readonly #maxPages: number | undefined;
  #database: DatabaseSync | undefined;
  #inode = 0;
  #statements = new Map<string, SqliteStatement>();

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

  prepare(sql: string): SqliteStatement {
    // A full disk has SQLite roll back by itself; a second rollback would hide its error.
    if (sql === 'rollback' && !this.#database?.isTransaction) return NOTHING_TO_DO;
    // Deleted or replaced under us, the old file would go on taking writes that nobody can find.
    if (this.#database && !this.#database.isTransaction && inodeOf(this.#file) !== this.#inode) {
      this.close();
    }
    const database = this.#database ?? this.#open();
    const known = this.#statements.get(sql);
    if (known) return known;
    // The write lock comes first, or a transaction that reads could fail when it writes.
    const statement = this.#guarded(() =>
      database.prepare(sql === 'begin' ? 'BEGIN IMMEDIATE' : sql),
    );
    const prepared: SqliteStatement = {
      reader: statement.columns().length > 0,
      all: (values) => this.#guarded(() => statement.all(...(values as SQLInputValue[]))),
      run: (values) => this.#guarded(() => statement.run(...(values as SQLInputValue[]))),
      iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
    };
    this.#statements.set(sql, prepared);
    return prepared;
  }

  /**
   * The smallest write may still fit into space that a full disk has left over, an enquiry not.
   *
   * @throws Error when the disk has no room for the largest enquiry with its mails
   */
  assertRoom(): void {
    const { blocks, bavail, bsize } = statfsSync(dirname(this.#file));
    // Some disks of a network do not say.
    if (blocks > 0 && bavail * bsize < ROOM_BYTES) throw new Error('The disk is full.');
  }

  /** What was erased from the database still stands in the log until that is folded in. */
  foldLog(): void {
    this.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([]);
  }

  close(): void {
    this.#statements.clear();
    this.#database?.close();
    this.#database = undefined;
  }

  /** The next call opens the file anew after an error that may be the file's. */
  #guarded<Result>(work: () => Result): Result {
    try {
      return work();
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
}

const NOTHING_TO_DO: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

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
