import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import type { Database, Tables } from './database.ts';

/** Path of the database in a data folder. */
export const sqliteFileOf = (dataDir: string) => join(dataDir, 'enquiries.sqlite');

/** How long a statement waits for another process's lock. Short, because it blocks this process. */
const BUSY_TIMEOUT_MS = 200;
/** How long scrubbing waits for readers of the write-ahead log. */
const SCRUB_WITHIN_MS = 10_000;

/**
 * Primary result codes after which the file is reopened: READONLY, IOERR, CORRUPT, CANTOPEN,
 * NOTADB. Once the disk is repaired, the server recovers by itself.
 */
const REOPEN_AFTER = new Set([8, 10, 11, 14, 26]);

export interface SqliteOptions {
  /** Default: true. A command must not create an empty database in a wrong folder. */
  mayCreate?: boolean;
  busyTimeoutMs?: number;
  /** Called when the open file was replaced on disk. */
  onReplaced?: (reason: string) => void;
}

/** @throws Error naming the file when it cannot be opened or is damaged */
export function openSqlite(dataDir: string, options: SqliteOptions = {}): Database {
  const path = sqliteFileOf(dataDir);
  const file = new SqliteFile(path, options);
  return {
    engine: 'sqlite',
    description: `SQLite in ${path}`,
    db: new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) }),
    async scrub() {
      // The write-ahead log contains deleted data until a full checkpoint.
      const endMs = performance.now() + SCRUB_WITHIN_MS;
      while (!file.foldLog()) {
        if (performance.now() > endMs) throw new Error(`${path}-wal is being read: run it again.`);
        await sleep(50);
      }
    },
    close: async () => file.close(),
  };
}

/** Adapts a SQLite file to Kysely's SqliteDialect. */
class SqliteFile implements SqliteDatabase {
  readonly #path: string;
  readonly #options: SqliteOptions;
  #database: DatabaseSync | undefined;
  #identity = '';
  #statements = new Map<string, SqliteStatement>();

  constructor(path: string, options: SqliteOptions) {
    this.#path = path;
    this.#options = options;
    if (!existsSync(path)) this.#prepareNewFile();
    this.#database = this.#open();
  }

  prepare(sql: string): SqliteStatement {
    // SQLite rolls back automatically when the disk is full; a second rollback would hide that
    // error.
    if (sql === 'rollback' && !this.#database?.isTransaction) return NOTHING_TO_DO;
    if (!this.#database?.isTransaction) this.#assertSameFile();
    this.#database ??= this.#open();
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    // Takes the write lock first: upgrading a read transaction could fail.
    const text = sql === 'begin' ? 'BEGIN IMMEDIATE' : sql;
    const statement = this.#guarded((database) => database.prepare(text));
    const prepared: SqliteStatement = {
      reader: statement.columns().length > 0,
      all: (values) => this.#guarded(() => statement.all(...(values as SQLInputValue[]))),
      run: (values) => this.#guarded(() => statement.run(...(values as SQLInputValue[]))),
      iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
    };
    this.#statements.set(sql, prepared);
    return prepared;
  }

  /** @returns false while another connection reads the log */
  foldLog(): boolean {
    const [answer] = this.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([]);
    return (answer as { busy: number }).busy === 0;
  }

  close(): void {
    this.#statements.clear();
    this.#database?.close();
    this.#database = undefined;
  }

  #guarded<Result>(run: (database: DatabaseSync) => Result): Result {
    try {
      return run(this.#database as DatabaseSync);
    } catch (error) {
      if (REOPEN_AFTER.has(primaryCode(error))) this.close();
      throw error;
    }
  }

  /**
   * If the file was deleted or replaced while open, enquiries would be written to an unlinked file.
   */
  #assertSameFile(): void {
    if (this.#identity === identityOf(this.#path)) return;
    const reason = `${this.#path} was moved, deleted or replaced while the server had it open`;
    this.#options.onReplaced?.(reason);
    throw new Error(reason);
  }

  #prepareNewFile(): void {
    const log = `${this.#path}-wal`;
    if (this.#options.mayCreate === false) {
      throw new Error(
        `${this.#path} does not exist. Expected the settings of the server: DATA_DIR or DATABASE_URL.`,
      );
    }
    // Otherwise SQLite would drop the write-ahead log, which has the latest enquiries.
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0) {
      throw new Error(
        `${this.#path} is gone and ${log} is still there: put the file back, or move both away.`,
      );
    }
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
  }

  #open(): DatabaseSync {
    const { busyTimeoutMs = BUSY_TIMEOUT_MS } = this.#options;
    const database = new DatabaseSync(this.#path, { timeout: busyTimeoutMs });
    try {
      chmodSync(this.#path, 0o600);
      const mode = database.prepare('PRAGMA journal_mode = WAL').get();
      if (mode?.journal_mode !== 'wal') {
        throw new Error('this disk cannot hold a write-ahead log: choose a local DATA_DIR');
      }
      // FULL: the commit is on disk when COMMIT returns, also after a power cut.
      database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
      const check = database.prepare('PRAGMA quick_check(1)').get();
      if (check?.quick_check !== 'ok') throw new Error('the file is damaged: restore a backup');
    } catch (error) {
      database.close();
      throw new Error(`${this.#path}: ${(error as Error).message}.`, { cause: error });
    }
    this.#identity = identityOf(this.#path);
    return database;
  }
}

const NOTHING_TO_DO: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

function identityOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.dev} ${stat.ino}` : '';
}

function primaryCode(error: unknown): number {
  const code = (error as { errcode?: unknown }).errcode;
  return typeof code === 'number' ? code & 0xff : 0;
}
