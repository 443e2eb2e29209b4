import { createLog, type Log } from '../../runtime/log.ts';
import type { Settings } from '../../runtime/settings.ts';
import { type Database, migrate } from './database.ts';
import { openSqlite, type SqliteOptions, sqliteFileOf } from './sqlite.ts';

export type DatabaseSettings = Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>;

export interface DatabaseOptions extends SqliteOptions {
  /** The log of migrations. Default: none. */
  log?: Log;
  /**
   * Called when the database cannot be opened at first, such as on a full disk. Each call then
   * tries to open it, and rejects while that fails. Without this option, opening rejects.
   */
  onUnavailable?: (error: Error) => void;
}

/**
 * Opens the database of the settings and migrates it.
 *
 * @throws Error naming the setting and the database
 */
export async function openDatabase(
  settings: DatabaseSettings,
  { log = createLog('silent'), onUnavailable, ...options }: DatabaseOptions,
): Promise<Database> {
  const open = () => openAndMigrate(settings, options, log);
  if (!onUnavailable) return open();
  const engine = settings.DATABASE_URL === '' ? 'sqlite' : 'postgres';
  return openNowOrLater(open, engine, onUnavailable);
}

/** The database's location, without secrets. */
export function describeDatabase({ DATA_DIR, DATABASE_URL }: DatabaseSettings): string {
  if (DATABASE_URL === '') return `SQLite in ${sqliteFileOf(DATA_DIR)}`;
  const { host, pathname } = new URL(DATABASE_URL);
  return `PostgreSQL at ${host}${pathname}`;
}

async function openAndMigrate(
  settings: DatabaseSettings,
  options: SqliteOptions,
  log: Log,
): Promise<Database> {
  const { DATA_DIR, DATABASE_URL } = settings;
  const isSqlite = DATABASE_URL === '';
  let database: Database;
  if (isSqlite) database = openSqlite(DATA_DIR, options);
  else {
    const { openPostgres } = await import('./postgres.ts');
    database = openPostgres(DATABASE_URL);
  }
  try {
    await migrate(database, log);
    return database;
  } catch (cause) {
    await database.close();
    const setting = isSqlite ? 'DATA_DIR' : 'DATABASE_URL';
    // The error of a name with several addresses has no message of its own (Node, AggregateError).
    const [first] = cause instanceof AggregateError ? cause.errors : [cause];
    const text = `${setting}: ${describeDatabase(settings)} cannot be opened: ${first.message}`;
    throw new Error(text, { cause });
  }
}

/** A database that is opened now or, while that fails, by the first call for which it succeeds. */
async function openNowOrLater(
  open: () => Promise<Database>,
  engine: Database['engine'],
  onUnavailable: (error: Error) => void,
): Promise<Database> {
  let opened: Database | undefined;
  let opening: Promise<Database> | undefined;
  async function openOnce(): Promise<Database> {
    if (opened) return opened;
    opening ??= open()
      .then((database) => {
        opened = database;
        return database;
      })
      .finally(() => {
        opening = undefined;
      });
    return opening;
  }
  await openOnce().catch(onUnavailable);
  return {
    engine,
    query: async (...statement) => (await openOnce()).query(...statement),
    transaction: async (run) => (await openOnce()).transaction(run),
    eraseTraces: async () => (await openOnce()).eraseTraces(),
    close: async () => {
      await opening?.catch(() => {});
      await opened?.close();
    },
  };
}
