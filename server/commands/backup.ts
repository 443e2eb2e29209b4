import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { Settings } from '../settings.ts';
import { sqliteFileOf } from '../store/sqlite.ts';

/**
 * Writes a consistent copy of the database into BACKUP_DIR, always under one name, which an
 * incomplete copy never has. What ships it keeps versions.
 */
export async function backup(settings: Settings): Promise<void> {
  const { BACKUP_DIR, DATA_DIR, DATABASE_URL } = settings;
  if (!BACKUP_DIR) throw new Error('BACKUP_DIR is empty: expected a folder for backups.');
  mkdirSync(BACKUP_DIR, { recursive: true, mode: 0o700 });
  const isSqlite = DATABASE_URL === '';
  const file = join(BACKUP_DIR, isSqlite ? 'enquiries.sqlite' : 'enquiries.pgdump');
  const draft = `${file}.part`;
  rmSync(draft, { force: true });
  try {
    if (isSqlite) {
      copySqlite(sqliteFileOf(DATA_DIR), draft);
    } else {
      await runProgram('pg_dump', ['--format=custom', `--file=${draft}`], DATABASE_URL);
      await runProgram('pg_restore', ['--list', draft]);
    }
    renameSync(draft, file);
  } finally {
    // Otherwise half a copy would be shipped.
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

/** Restores a backup; never over an existing database. */
export async function restore(settings: Settings, name: string): Promise<void> {
  const { DATA_DIR, DATABASE_URL } = settings;
  const backupFile = resolve(process.env.INIT_CWD ?? '', name);
  if (!existsSync(backupFile)) throw new Error(`${backupFile} does not exist.`);
  if (DATABASE_URL !== '') {
    const options = ['--single-transaction', '--no-owner', '--exit-on-error'];
    await runProgram('pg_restore', [...options, backupFile], DATABASE_URL);
  } else {
    assertWhole(backupFile);
    const file = sqliteFileOf(DATA_DIR);
    for (const path of [file, `${file}-wal`, `${file}-shm`]) {
      if (existsSync(path)) throw new Error(`${path}: stop the server and move it away first.`);
    }
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    copyFileSync(backupFile, `${file}.part`);
    renameSync(`${file}.part`, file);
  }
  console.log('Restored. Mails that were delivered after the backup will arrive a second time.');
}

/** @throws Error when the file is damaged or is no database of enquiries */
function assertWhole(file: string): void {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    const check = database.prepare('PRAGMA quick_check(1)').get();
    database.prepare('SELECT count(*) FROM enquiry').get();
    database.close();
    if (check?.quick_check !== 'ok') throw new Error(String(check?.quick_check));
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${file} is not a complete database of enquiries: ${message}.`);
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
