import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { type FileIdentity, identityOf, whereaboutsOf } from './file-identity.ts';
import { readMigrations } from './read-migrations.ts';
import { assertCouldReplace } from './sqlite-check.ts';
import { copyTo, fold, owedIn } from './sqlite-rescue.ts';
import { bringUpToDate } from './sqlite-schema.ts';
import { RUNBOOK, SickDatabaseError, type StoreLog } from './trouble.ts';

/** Where the database of a data folder is. */
export function sqliteFileOf(dataDir: string): string {
  return join(dataDir, 'enquiries.sqlite');
}

/** How long a statement waits for another process's write lock. */
const BUSY_TIMEOUT_MS = 500;

/** Follows the name of a copy that is about to take the place of the file. */
const RESTORED = '.restored';

/** 16 KiB of fields stand in each part of both mails, and a mail's HTML repeats its words. */
const ROOM_BYTES = 256 * 1024;

/**
 * Primary result codes after which the open file cannot be trusted: READONLY, IOERR, CORRUPT,
 * CANTOPEN, NOTADB. The next call opens it anew, so that a remounted or restored disk is enough
 * to recover.
 */
const REOPEN_AFTER = new Set([8, 10, 11, 14, 26]);
/** Of these: CORRUPT, NOTADB. */
const DAMAGED = new Set([11, 26]);

export interface SqliteFileOptions {
  log: StoreLog;
  /** Upper bound of the file in pages of 4 KiB, for tests of a full disk. */
  maxPages?: number | undefined;
  /** How long a statement waits for another process's write lock, in milliseconds; 500 when absent. */
  busyTimeoutMs?: number;
  /** Whether it may be made when it is not there; only a first start should. */
  mayMake: boolean;
  /** Whether one of an older release is brought up to date. */
  mayMigrate: boolean;
}

/**
 * One SQLite file, its schema up to date, in the shape that Kysely's SqliteDialect takes. It mends
 * itself: after an error of the disk, or when the file was replaced, the next call opens it anew.
 *
 * It never begins a new file in the place of one it had (decision 055).
 */
export class SqliteFile implements SqliteDatabase {
  readonly #file: string;
  readonly #options: SqliteFileOptions;
  #database: DatabaseSync | undefined;
  #identity: FileIdentity | undefined;
  #logIdentity: FileIdentity | undefined;
  #statements = new Map<string, SqliteStatement>();
  /** What is wrong since, so that it is said once, and once more when it is over. */
  #trouble: string | undefined;
  /** A file found sick, by its size and time: it is not read through again until it changes. */
  #condemned: { state: string; error: Error } | undefined;

  /** @throws Error when it cannot be opened, is sick, or is newer than this release */
  constructor(file: string, options: SqliteFileOptions) {
    this.#file = file;
    this.#options = options;
    if (options.mayMake) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    this.#open(options.mayMake);
  }

  prepare(sql: string): SqliteStatement {
    // A full disk has SQLite roll back by itself; a second rollback would hide its error.
    if (sql === 'rollback' && !this.#database?.isTransaction) return NOTHING_TO_DO;
    const database = this.#databaseNow();
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

  /**
   * What was erased from the database still stands in the log until that is folded in.
   *
   * @returns false: somebody reads just now, and nothing was folded
   */
  foldLog(): boolean {
    const [answer] = this.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([]);
    return (answer as { busy: number }).busy === 0;
  }

  close(): void {
    this.#statements.clear();
    this.#database?.close();
    this.#database = undefined;
  }

  #databaseNow(): DatabaseSync {
    if (this.#database?.isTransaction) return this.#database;
    try {
      if (this.#database) this.#followFile(this.#database);
      const known = this.#identity;
      const database = this.#database ?? this.#open(false);
      if (this.#identity !== known) {
        this.#options.log.error(
          {},
          `another database file lies in the place of the last: ${RUNBOOK}`,
        );
      }
      if (this.#trouble !== undefined) {
        this.#options.log.warn({}, 'the database is well again');
        this.#trouble = undefined;
      }
      return database;
    } catch (error) {
      this.#say(error as Error);
      throw error;
    }
  }

  /** Deleted, moved or replaced under us, the file we hold would go on taking writes nobody can find. */
  #followFile(database: DatabaseSync): void {
    const found = identityOf(this.#file);
    if (this.#identity === undefined || found === this.#identity) return;
    const where = whereaboutsOf(this.#identity);
    // What was moved away is whole then, without the log that stayed behind.
    if (this.#trouble === undefined) fold(database);
    if (found !== undefined) this.#moveOver(database);
    else if (where === 'deleted') this.#writeAnew(database);
    else {
      // Under its own name, where nobody can open it: its disk is covered or gone.
      const now = where === undefined || where === this.#file ? '' : `, is now ${where}`;
      throw new SickDatabaseError(
        `${this.#file} was taken away${now}, with ${owedIn(database)} undelivered enquiries in it; ` +
          'nothing is taken in until it is back',
      );
    }
  }

  /** Nobody else can have it any more: what we hold goes back to where it was. */
  #writeAnew(database: DatabaseSync): void {
    const copy = this.#file + RESTORED;
    const count = owedIn(database);
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    copyTo(database, copy);
    this.#close(true);
    renameSync(copy, this.#file);
    this.#open(false);
    this.#options.log.error(
      { count },
      'the database file was deleted under the running server; written anew, nothing is lost',
    );
  }

  /** Another database lies in its place. What the old one owes is kept beside it. */
  #moveOver(database: DatabaseSync): void {
    assertCouldReplace(this.#file, readMigrations('sqlite'));
    const count = owedIn(database);
    const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    const copy = this.#file.replace(/\.sqlite$/, `-replaced-${time}.sqlite`);
    if (count > 0) copyTo(database, copy);
    this.#close(true);
    this.#open(false);
    const kept = count > 0 ? `; undelivered enquiries of the old one are in ${copy}` : '';
    this.#options.log.error(
      { count },
      `another database file took the place of the open one${kept}: ${RUNBOOK}`,
    );
  }

  /** @param withLog a log that stayed behind would be taken for that of the next file */
  #close(withLog: boolean): void {
    this.close();
    if (withLog && identityOf(`${this.#file}-wal`) === this.#logIdentity) {
      for (const suffix of ['-wal', '-shm']) rmSync(this.#file + suffix, { force: true });
    }
  }

  /** The next call opens the file anew after an error that may be the file's. */
  #guarded<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (REOPEN_AFTER.has(primaryCode(error))) {
        this.close();
        this.#say(error as Error);
      }
      throw error;
    }
  }

  #say({ message }: Error): void {
    if (message === this.#trouble) return;
    this.#trouble = message;
    this.#options.log.error({}, message.endsWith(RUNBOOK) ? message : `${message}: ${RUNBOOK}`);
  }

  #open(mayMake: boolean): DatabaseSync {
    if (!existsSync(this.#file)) this.#assertMayMake(mayMake);
    const state = stateOf(this.#file);
    if (this.#condemned && this.#condemned.state === state) throw this.#condemned.error;
    const { busyTimeoutMs = BUSY_TIMEOUT_MS, maxPages, mayMigrate } = this.#options;
    const database = new DatabaseSync(this.#file, { timeout: busyTimeoutMs });
    try {
      chmodSync(this.#file, 0o600);
      setWriteAheadLog(database, this.#file);
      // FULL: the commit is on disk when COMMIT returns, also after a power cut.
      database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
      if (maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${maxPages}`);
      bringUpToDate(database, this.#file, mayMigrate);
    } catch (error) {
      database.close();
      throw this.#condemn(error as Error);
    }
    this.#identity = identityOf(this.#file);
    this.#logIdentity = identityOf(`${this.#file}-wal`);
    this.#database = database;
    return database;
  }

  #condemn(error: Error): Error {
    const isDamaged = DAMAGED.has(primaryCode(error));
    const sick = isDamaged
      ? new SickDatabaseError(`${this.#file} is damaged (${error.message})`)
      : error;
    if (sick instanceof SickDatabaseError) {
      this.#condemned = { state: stateOf(this.#file), error: sick };
    }
    return sick;
  }

  #assertMayMake(mayMake: boolean): void {
    const logSize = statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (!mayMake) throw new SickDatabaseError(`${this.#file} does not exist`);
    // SQLite would throw away what only the log has: the latest enquiries.
    if (logSize > 0 || existsSync(this.#file + RESTORED)) {
      throw new SickDatabaseError(`${this.#file} is gone, and what goes with it is still there`);
    }
    this.#options.log.warn({}, `${this.#file} was made: there was none`);
  }
}

const NOTHING_TO_DO: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

function stateOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : '';
}

/** Some network disks cannot share the log's memory; there SQLite says so in its answer only. */
function setWriteAheadLog(database: DatabaseSync, file: string): void {
  const answer = database.prepare('PRAGMA journal_mode = WAL').get() as { journal_mode: string };
  if (answer.journal_mode !== 'wal') {
    throw new Error(`${file}: this disk cannot keep a write-ahead log. Choose a local DATA_DIR.`);
  }
}

function primaryCode(error: unknown): number {
  const code = (error as { errcode?: unknown }).errcode;
  return typeof code === 'number' ? code & 0xff : 0;
}
