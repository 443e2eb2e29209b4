import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Client } from 'pg';
import { placeOf } from '../store/postgres-connection.ts';
import { migratePostgres } from '../store/postgres-migrations.ts';
import { cannotOpenError, newerDatabaseError, readMigrations } from '../store/read-migrations.ts';
import { sqliteFileOf } from '../store/sqlite-file.ts';
import { bringUpToDate } from '../store/sqlite-schema.ts';
import {
  BackupError,
  type BackupRow,
  type Identity,
  type RowCounts,
  readBackup,
} from './backup-file.ts';

/** A new database of either kind, which has its name or its rows once all of them are in it. */
interface NewDatabase {
  /** Where it is, without secrets. */
  description: string;
  /** Makes the tables of that migration, in which rows are put as they were. */
  begin(schema: number): Promise<void>;
  insert(table: string, row: BackupRow): Promise<void>;
  /** Brings it up to date, and puts it in its place. */
  finish(): Promise<void>;
  /** After a failure: leaves nothing. */
  abandon(): Promise<void>;
}

export interface Restored {
  description: string;
  /** When the backup was made, ISO 8601. */
  at: string;
  counts: RowCounts;
}

/**
 * Puts a backup into a new database: all of it, or nothing.
 *
 * @param place as the settings name it; no database is replaced
 * @throws Error in one line: the backup is no good, a newer release wrote it, or there is a database
 */
export async function restoreInto(
  place: { dataDir: string; databaseUrl: string },
  file: string,
  identities: Identity[],
): Promise<Restored> {
  const counts: RowCounts = { enquiry: 0, mail: 0, spent_captcha: 0, limit_window: 0 };
  let at = '';
  const target =
    place.databaseUrl === '' ? newSqlite(place.dataDir) : newPostgres(place.databaseUrl);
  try {
    for await (const line of readBackup(file, identities)) {
      if ('table' in line) {
        await target.insert(line.table, line.row);
        counts[line.table] += 1;
      } else {
        const known = readMigrations('sqlite').length;
        if (line.schema > known) throw newerDatabaseError(file, line.schema, known);
        at = line.at;
        await target.begin(line.schema);
      }
    }
    await target.finish();
  } catch (error) {
    await target.abandon();
    throw error;
  }
  return { description: target.description, at, counts };
}

function newSqlite(dataDir: string): NewDatabase {
  const file = sqliteFileOf(dataDir);
  const draft = `${file}.restoring`;
  const inTheWay = [file, `${file}-wal`, `${file}.restored`].find((path) => existsSync(path));
  if (inTheWay) {
    throw new BackupError(
      `${inTheWay} is there, and nothing is restored over it: stop the server and move it away, with -wal and -shm.`,
    );
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  rmSync(draft, { force: true });
  const database = new DatabaseSync(draft);
  chmodSync(draft, 0o600);
  const statements = new Map<string, StatementSync>();
  return {
    description: `SQLite in ${file}`,
    async begin(schema) {
      database.exec('BEGIN');
      for (const { sql } of readMigrations('sqlite').slice(0, schema)) database.exec(sql);
      database.exec(`PRAGMA user_version = ${schema}`);
    },
    async insert(table, row) {
      const text = insertion(table, row, () => '?');
      const statement = statements.get(text) ?? database.prepare(text);
      statements.set(text, statement);
      statement.run(...Object.values(row));
    },
    async finish() {
      database.exec('COMMIT');
      bringUpToDate(database, draft, true);
      database.close();
      syncToDisk(draft, 'r+');
      renameSync(draft, file);
      syncToDisk(dirname(file), 'r');
    },
    async abandon() {
      if (database.isOpen) database.close();
      rmSync(draft, { force: true });
    },
  };
}

function newPostgres(databaseUrl: string): NewDatabase {
  const description = placeOf(databaseUrl);
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  return {
    description,
    async begin(schema) {
      try {
        await client.connect();
      } catch (error) {
        throw cannotOpenError('DATABASE_URL', description, error);
      }
      await client.query('BEGIN');
      const { rows } = await client.query("SELECT to_regclass('enquiry') AS found");
      if (rows[0]?.found) {
        throw new BackupError(
          `${description} has tables, and nothing is restored over them: make a new database for it.`,
        );
      }
      await client.query('CREATE TABLE schema_version (version INTEGER NOT NULL)');
      for (const { version, sql } of readMigrations('postgres').slice(0, schema)) {
        await client.query(sql);
        await client.query('INSERT INTO schema_version (version) VALUES ($1)', [version]);
      }
    },
    async insert(table, row) {
      const text = insertion(table, row, (place) => `$${place}`);
      await client.query(text, Object.values(row));
    },
    async finish() {
      await client.query('COMMIT');
      await client.end();
      await migratePostgres(databaseUrl, description);
    },
    // Without a COMMIT before, closing rolls back.
    abandon: () => client.end().catch(() => undefined),
  };
}

/** @param place of a value, counted from 1 */
function insertion(table: string, row: BackupRow, place: (count: number) => string): string {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => place(index + 1));
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`;
}

/** Has the system write a file, or the names in a folder, to disk. */
function syncToDisk(path: string, flags: string): void {
  // Windows opens no folders, and needs none to be written.
  if (flags === 'r' && process.platform === 'win32') return;
  const descriptor = openSync(path, flags);
  fsyncSync(descriptor);
  closeSync(descriptor);
}
