import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { Settings } from '../settings.ts';
import { sqliteFileOf } from '../store/sqlite.ts';

/**
 * Writes a consistent copy of the database into BACKUP_DIR, always under the same name; the
 * off-site backup keeps versions. An incomplete copy never has that name.
 */
export async function backup(settings: Settings): Promise<void> {
  const { BACKUP_DIR, DATA_DIR, DATABASE_URL } = settings;
  if (!BACKUP_DIR) throw new Error('BACKUP_DIR is empty: expected a folder for backups.');
  mkdirSync(BACKUP_DIR, { recursive: true, mode: 0o700 });
  const file = join(BACKUP_DIR, DATABASE_URL === '' ? 'enquiries.sqlite' : 'enquiries.pgdump');
  const draft = `${file}.part`;
  rmSync(draft, { force: true });
  try {
    if (DATABASE_URL === '') copySqlite(sqliteFileOf(DATA_DIR), draft);
    else {
      await runProgram('pg_dump', ['--format=custom', `--file=${draft}`], DATABASE_URL);
      await runProgram('pg_restore', ['--list', draft]);
    }
    renameSync(draft, file);
  } finally {
    // Half a copy would be shipped with the last whole one.
    rmSync(draft, { force: true });
  }
  console.log(`The backup is in ${file}.`);
}

function copySqlite(source: string, target: string): void {
  if (!existsSync(source)) throw new Error(`${source} does not exist: nothing to back up.`);
  const database = new DatabaseSync(source, { timeout: 10_000 });
  database.prepare('VACUUM INTO ?').run(target);
  database.close();
  assertWhole(target);
}

/** Restores a backup. Refuses to overwrite an existing database. */
export async function restore({ DATA_DIR, DATABASE_URL }: Settings, name: string): Promise<void> {
  const backupFile = resolve(process.env.INIT_CWD ?? '', name);
  if (!existsSync(backupFile)) throw new Error(`${backupFile} does not exist.`);
  if (DATABASE_URL !== '') {
    const options = ['--single-transaction', '--no-owner', '--exit-on-error'];
    await runProgram('pg_restore', [...options, backupFile], DATABASE_URL);
  } else {
    assertWhole(backupFile);
    const file = sqliteFileOf(DATA_DIR);
    const leftOver = [file, `${file}-wal`, `${file}-shm`].find((path) => existsSync(path));
    if (leftOver) throw new Error(`${leftOver} is there: stop the server and move it away first.`);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    copyFileSync(backupFile, `${file}.part`);
    renameSync(`${file}.part`, file);
  }
  console.log('Restored. Mails that were delivered after the backup will arrive a second time.');
}

/** @throws Error when SQLite finds damage, or the file is not a database of enquiries */
function assertWhole(file: string): void {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    const check = database.prepare('PRAGMA quick_check(1)').get();
    database.prepare('SELECT count(*) FROM enquiry').get();
    database.close();
    if (check?.quick_check !== 'ok') throw new Error(String(check?.quick_check));
  } catch (error) {
    throw new Error(`${file} is not a whole database of enquiries: ${(error as Error).message}.`);
  }
}

/** Runs a PostgreSQL program, optionally on a database. */
async function runProgram(program: string, args: string[], databaseUrl?: string): Promise<void> {
  const options = [...args];
  const env = { ...process.env };
  if (databaseUrl !== undefined) {
    // Other users of the machine can read the command line, but not the environment.
    const url = new URL(databaseUrl);
    if (url.password !== '') env.PGPASSWORD = decodeURIComponent(url.password);
    url.password = '';
    options.unshift(`--dbname=${url.href}`);
  }
  await promisify(execFile)(program, options, { env }).catch((error) => {
    const reason = error.code === 'ENOENT' ? 'it is not installed' : error.stderr?.trim();
    throw new Error(`${program} failed: ${reason || error.code}`);
  });
}
