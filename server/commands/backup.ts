import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Settings } from '../../runtime/settings.ts';
import { COPY_NAMES } from '../backup-timestamps.ts';
import { sqliteFileOf } from '../store/sqlite.ts';

/** Begins the name of a schema in which a restore keeps the tables that it replaces. */
const KEPT = 'replaced_';

/**
 * Writes a consistent copy of the database into BACKUP_DIR. The copy gets its name only once it is
 * complete, and replaces the previous one; earlier versions are kept by the program that ships the
 * copy.
 */
export async function backUpDatabase(settings: Settings): Promise<void> {
  const { BACKUP_DIR, DATA_DIR, DATABASE_URL } = settings;
  if (!BACKUP_DIR) throw new Error('BACKUP_DIR is empty: expected a folder for backups.');
  mkdirSync(BACKUP_DIR, { recursive: true, mode: 0o700 });
  const isSqlite = DATABASE_URL === '';
  const file = join(BACKUP_DIR, isSqlite ? COPY_NAMES.sqlite : COPY_NAMES.postgres);
  const temporaryFile = `${file}.part`;
  rmSync(temporaryFile, { force: true });
  try {
    // The file is private from the start, because it contains personal data: both programs keep a
    // file's mode.
    writeFileSync(temporaryFile, '', { mode: 0o600 });
    if (isSqlite) {
      copySqlite(sqliteFileOf(DATA_DIR), temporaryFile);
    } else {
      // The tables that a restore keeps still have enquiries that were erased since.
      const options = ['--format=custom', `--exclude-schema=${KEPT}[0-9]*`];
      await runProgram('pg_dump', [...options, `--file=${temporaryFile}`], DATABASE_URL);
      await runProgram('pg_restore', ['--list', temporaryFile]);
    }
    renameSync(temporaryFile, file);
  } finally {
    // A half-written copy must not be shipped by the backup job.
    rmSync(temporaryFile, { force: true });
  }
  console.log(`The backup is in ${file}.`);
}

function copySqlite(source: string, target: string): void {
  if (!existsSync(source)) throw new Error(`${source} does not exist: nothing to back up.`);
  const database = new DatabaseSync(source, { timeout: 10_000 });
  try {
    database.prepare('VACUUM INTO ?').run(target);
  } finally {
    database.close();
  }
  readSqliteCopy(target);
}

/**
 * Restores a backup, never over an existing database.
 *
 * @param isReplacing for PostgreSQL: the present tables are moved to a schema of their own and kept
 */
export async function restoreDatabase(
  settings: Settings,
  name: string,
  { isReplacing = false } = {},
): Promise<void> {
  const { DATA_DIR, DATABASE_URL } = settings;
  const backupFile = resolve(process.env.INIT_CWD ?? '', name);
  if (!existsSync(backupFile)) throw new Error(`${backupFile} does not exist.`);
  if (DATABASE_URL !== '') {
    const fill = () => fillPostgres(DATABASE_URL, backupFile);
    await (isReplacing ? replaceTables(DATABASE_URL, fill) : fill());
  } else {
    readSqliteCopy(backupFile);
    const file = sqliteFileOf(DATA_DIR);
    for (const path of [file, `${file}-wal`, `${file}-shm`]) {
      if (existsSync(path)) throw new Error(`${path}: stop the server and move it away first.`);
    }
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    copyFileSync(backupFile, `${file}.part`);
    renameSync(`${file}.part`, file);
  }
  console.log(
    'Restored. Mails that were queued in the backup are sent, also those that were delivered since.',
  );
}

/**
 * Creates the tables of a copy, but not those that an earlier restore kept: older versions copied
 * them too, and in the same database they exist already.
 */
async function fillPostgres(databaseUrl: string, backupFile: string): Promise<void> {
  const entries = await runProgram('pg_restore', ['--list', backupFile]);
  const isKept = new RegExp(` ${KEPT}[0-9]`);
  const wanted = entries.split('\n').filter((entry) => !isKept.test(entry));
  const folder = mkdtempSync(join(tmpdir(), 'restore-'));
  try {
    const list = join(folder, 'list');
    writeFileSync(list, wanted.join('\n'));
    const options = ['--single-transaction', '--no-owner', '--exit-on-error'];
    await runProgram('pg_restore', [...options, `--use-list=${list}`, backupFile], databaseUrl);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Moves the tables to a schema of their own, and puts them back when filling a new one fails. */
async function replaceTables(databaseUrl: string, fill: () => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const kept = `SELECT nspname AS name FROM pg_namespace WHERE nspname ~ '^${KEPT}[0-9]'`;
    for (const { name } of (await client.query(kept)).rows) {
      console.log(`What an earlier restore replaced is kept in the schema ${name}.`);
    }
    const { rows } = await client.query(
      "SELECT to_regclass('public.enquiry') IS NOT NULL AS has_tables",
    );
    if (!rows[0]?.has_tables) return void (await fill());
    const aside = `${KEPT}${Date.now()}`;
    // When this process is killed, this line says where the tables are.
    console.log(`Moving the previous tables to the schema ${aside}.`);
    await client.query(
      `BEGIN; ALTER SCHEMA public RENAME TO ${aside}; CREATE SCHEMA public; COMMIT`,
    );
    try {
      await fill();
    } catch (error) {
      const back = `DROP SCHEMA public CASCADE; ALTER SCHEMA ${aside} RENAME TO public`;
      await client.query(`BEGIN; ${back}; COMMIT`);
      console.log('The previous tables are back.');
      throw error;
    }
    console.log(`The previous tables are kept in the schema ${aside}.`);
  } finally {
    await client.end();
  }
}

/** The schema that keeps the previous tables, from what `enquiries restore --replace` printed. */
export function keptSchemaIn(output: string): string | undefined {
  return /^The previous tables are kept in the schema (\S+)\.$/m.exec(output)?.[1];
}

export interface CopyContent {
  enquiries: number;
  /**
   * When the newest enquiry arrived. Undefined when there is none, and for a copy of PostgreSQL.
   */
  newestMs?: number | undefined;
}

/**
 * Opens a copy that `backUpDatabase` made, and counts its enquiries.
 *
 * @throws Error when the file is damaged or is not a database of enquiries
 */
export async function readCopy(file: string): Promise<CopyContent> {
  if (file.endsWith(COPY_NAMES.sqlite)) return readSqliteCopy(file);
  const options = ['--data-only', '--table=enquiry', '--file=-'];
  const sql = await runProgram('pg_restore', [...options, file]);
  const rows = /^COPY [^\n]*FROM stdin;\n(.*?)^\\\.$/ms.exec(sql)?.[1];
  if (rows === undefined) throw new Error(`${file} is not a complete database of enquiries.`);
  return { enquiries: rows.split('\n').length - 1 };
}

function readSqliteCopy(file: string): CopyContent {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const check = database.prepare('PRAGMA quick_check(1)').get();
      if (check?.quick_check !== 'ok') throw new Error(String(check?.quick_check));
      const query = 'SELECT count(*) AS enquiries, max(received_at_ms) AS newest FROM enquiry';
      const { enquiries, newest } = database.prepare(query).get() ?? {};
      return { enquiries: Number(enquiries), newestMs: newest ? Number(newest) : undefined };
    } finally {
      database.close();
    }
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${file} is not a complete database of enquiries: ${message}.`);
  }
}

/** Runs a PostgreSQL program, optionally on a database. Resolves to what the program printed. */
async function runProgram(program: string, args: string[], databaseUrl?: string): Promise<string> {
  const options = [...args];
  const env = { ...process.env };
  if (databaseUrl !== undefined) {
    // Other users of the machine can read the command line, but not the environment.
    const url = new URL(databaseUrl);
    if (url.password !== '') env.PGPASSWORD = decodeURIComponent(url.password);
    url.password = '';
    options.unshift(`--dbname=${url.href}`);
  }
  const running = promisify(execFile)(program, options, { env, maxBuffer: 1 << 30 });
  const { stdout } = await running.catch((error) => {
    const reason = error.code === 'ENOENT' ? 'it is not installed' : error.stderr?.trim();
    throw new Error(`${program} failed: ${reason || error.code}`);
  });
  return stdout;
}
