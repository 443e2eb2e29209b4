import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Query } from './database.ts';

export const sqliteFileOf = (dataDir: string) => join(dataDir, 'enquiries.sqlite');

/**
 * How long to wait for another process's lock. The time is short, because waiting blocks this
 * process.
 */
const BUSY_TIMEOUT_MS = 200;
const ERASE_WITHIN_MS = 10_000;

export interface SqliteOptions {
  /**
   * Whether a missing database is created. Default: true. A command must not create one in a wrong
   * folder.
   */
  mayCreate?: boolean;
  busyTimeoutMs?: number;
  /** This is called when the open file was replaced on disk. */
  onDatabaseReplaced?: (reason: string) => void;
}

/** @throws Error naming the file when it cannot be opened or is damaged */
export function openSqlite(dataDir: string, options: SqliteOptions = {}): Database {
  const { busyTimeoutMs = BUSY_TIMEOUT_MS, mayCreate = true, onDatabaseReplaced } = options;
  const path = sqliteFileOf(dataDir);
  if (!existsSync(path)) prepareNewFile(path, mayCreate);
  const database = openFile(path, busyTimeoutMs);
  const statements = new Map<string, StatementSync>();
  const identity = identityOf(path);
  let queue: Promise<unknown> = Promise.resolve();

  const run: Query = async (text, values = []) => {
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    const named: Record<string, string | number | null> = {};
    for (const [i, value] of values.entries()) named[`$${i + 1}`] = value;
    return statement.all(named) as never[];
  };

  /**
   * Runs one task at a time: a transaction's statements must not mix with others on the connection.
   */
  function exclusively<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = queue.then(() => {
      // If the file was replaced on disk, enquiries would be written to an unlinked file.
      if (identityOf(path) === identity) return task();
      const reason = `${path} was moved, deleted or replaced while the server had it open`;
      onDatabaseReplaced?.(reason);
      throw new Error(reason);
    });
    queue = result.catch(() => {});
    return result;
  }

  const query: Query = (text, values) => exclusively(() => run(text, values));
  return {
    engine: 'sqlite',
    query,
    transaction: (body) =>
      exclusively(async () => {
        // Takes the write lock at once: upgrading a read lock could fail.
        await run('BEGIN IMMEDIATE');
        try {
          const result = await body(run);
          await run('COMMIT');
          return result;
        } catch (error) {
          // When the disk is full, SQLite has rolled back itself.
          if (database.isTransaction) await run('ROLLBACK');
          throw error;
        }
      }),
    async eraseTraces() {
      // The write-ahead log contains deleted data until a full checkpoint.
      const endMs = performance.now() + ERASE_WITHIN_MS;
      for (;;) {
        const [checkpoint] = await query<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)');
        if (checkpoint?.busy === 0) return;
        if (performance.now() > endMs) throw new Error(`${path}-wal is being read: run it again.`);
        await sleep(50);
      }
    },
    close: async () => database.close(),
  };
}

function prepareNewFile(path: string, mayCreate: boolean): void {
  if (!mayCreate) {
    throw new Error(`${path} does not exist: expected the server's DATA_DIR or DATABASE_URL.`);
  }
  // SQLite would delete a write-ahead log whose database is missing, and the latest enquiries with
  // it.
  const log = `${path}-wal`;
  const logSize = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (logSize > 0) {
    throw new Error(
      `${path} is gone and ${log} is still there: put the file back, or move both away.`,
    );
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
}

function openFile(path: string, timeout: number): DatabaseSync {
  const database = new DatabaseSync(path, { timeout });
  try {
    chmodSync(path, 0o600);
    const mode = database.prepare('PRAGMA journal_mode = WAL').get();
    if (mode?.journal_mode !== 'wal') {
      throw new Error('this disk cannot hold a write-ahead log: choose a local DATA_DIR');
    }
    // With FULL the commit is on disk when COMMIT returns, also after a power cut.
    database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    const check = database.prepare('PRAGMA quick_check(1)').get();
    if (check?.quick_check !== 'ok') throw new Error('the file is damaged: restore a backup');
    return database;
  } catch (error) {
    database.close();
    throw new Error(`${path}: ${(error as Error).message}.`, { cause: error });
  }
}

function identityOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.dev} ${stat.ino}` : '';
}
