import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, SqliteDialect } from 'kysely';
import type { Settings } from '../settings.ts';
import { rewriteTables } from '../store/change-records.ts';
import type { Tables } from '../store/schema.ts';
import { createStatements } from '../store/statements.ts';
import type { StoreMethods } from '../store/store.ts';

/** The database of a server that may be running, for one command. */
export interface OpenDatabase {
  /** Where it is, without secrets. */
  description: string;
  db: Kysely<Tables>;
  statements: StoreMethods;
  /** Absolute path of the folder with the kept mails. */
  dataDir: string;
  /** Where the release in force is, which says how long enquiries are kept. */
  siteDir: string;
  /** Takes away what deleted rows leave behind in the database's own files. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** Longer than a server's statement takes. */
const BUSY_TIMEOUT_MS = 10_000;
const FOLD_WITHIN_MS = 20_000;

/**
 * Opens it as it is: a command makes none and changes no schema under a server that runs.
 *
 * @throws Error in one line when it cannot be opened, is sick, or is of another release
 */
export function openDatabase(settings: Settings): Promise<OpenDatabase> {
  return settings.databaseUrl === '' ? openSqlite(settings) : openPostgres(settings);
}

async function openSqlite({ dataDir, siteDir }: Settings): Promise<OpenDatabase> {
  const { SqliteFile, sqliteFileOf } = await import('../store/sqlite-file.ts');
  const path = sqliteFileOf(dataDir);
  if (!existsSync(path)) {
    throw new Error(
      `${path} does not exist. Expected the server's own settings: DATA_DIR or DATABASE_URL.`,
    );
  }
  const say = (_: object, message: string) => console.error(message);
  const file = new SqliteFile(path, {
    log: { warn: say, error: say },
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    mayMake: false,
    mayMigrate: false,
  });
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
  return {
    description: `SQLite in ${path}`,
    db,
    statements: createStatements(db, 'sqlite'),
    dataDir,
    siteDir,
    async forget() {
      const endMs = performance.now() + FOLD_WITHIN_MS;
      while (!file.foldLog()) {
        if (performance.now() > endMs) {
          throw new Error(
            `${path}-wal is being read all the time and still holds it: run it again.`,
          );
        }
        await sleep(100);
      }
    },
    close: async () => file.close(),
  };
}

async function openPostgres({ databaseUrl, dataDir, siteDir }: Settings): Promise<OpenDatabase> {
  const { connectPostgres } = await import('../store/postgres-connection.ts');
  const { db, description, close } = await connectPostgres(databaseUrl);
  return {
    description,
    db,
    statements: createStatements(db, 'postgres'),
    dataDir,
    siteDir,
    forget: () => rewriteTables(db),
    close,
  };
}
