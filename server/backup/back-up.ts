import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupError, type RowCounts, writeBackup } from './backup-file.ts';
import { backupName, isPart, madeAtMs } from './backup-folder.ts';
import { type RowsToRead, readRows } from './read-rows.ts';
import { restoreInto } from './restore-into.ts';

const DAY_MS = 24 * 3_600_000;

export interface BackupSettings {
  /** Absolute path of the folder for backups. */
  backupDir: string;
  /** After so many days a backup is deleted. */
  backupDays: number;
  /** An age recipient; empty: not encrypted. */
  backupKey: string;
}

export interface BackedUp {
  file: string;
  counts: RowCounts;
  /** Names of backups that were deleted because of their age. */
  aged: string[];
}

/**
 * Writes a backup, proves it by restoring it into a scratch folder, and deletes those that are too old.
 *
 * What was delivered is in no backup for longer than the site says it is kept: one of today leaves out
 * what would expire while today's backup is still there.
 *
 * @param keepDays as the privacy page says
 * @throws Error in one line; the backups before it are then still there, the latest however old
 */
export async function backUp(
  { backupDir, backupDays, backupKey }: BackupSettings,
  source: Pick<RowsToRead, 'db' | 'dialect' | 'nowMs'>,
  keepDays: number,
): Promise<BackedUp> {
  if (backupDays >= keepDays) {
    throw new BackupError(
      `BACKUP_DAYS is ${backupDays} while content/site.yaml says that enquiries are kept for ` +
        `${keepDays} days, which the privacy page repeats: expected fewer.`,
    );
  }
  const { nowMs } = source;
  const keptSinceMs = nowMs - (keepDays - backupDays) * DAY_MS;
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
  const file = join(backupDir, backupName(nowMs, backupKey !== ''));
  const counts: RowCounts = { enquiry: 0, mail: 0, spent_captcha: 0, limit_window: 0 };
  try {
    const identity = await writeBackup(
      file,
      readRows({ ...source, keptSinceMs }, counts),
      backupKey,
    );
    await prove(file, identity);
  } finally {
    await deleteParts(backupDir);
  }
  return { file, counts, aged: await deleteOld(backupDir, nowMs - backupDays * DAY_MS) };
}

/** Restores it into a database that nobody uses; one that cannot be is no backup, and is deleted. */
async function prove(file: string, identity: string): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'backup-'));
  try {
    const identities = identity === '' ? [] : [identity];
    await restoreInto({ dataDir: scratch, databaseUrl: '' }, file, identities);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** @returns the names of those that were made before then */
async function deleteOld(folder: string, beforeMs: number): Promise<string[]> {
  const old = (await readdir(folder)).filter((name) => madeAtMs(name) < beforeMs);
  for (const name of old) await rm(join(folder, name));
  return old;
}

async function deleteParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (isPart(name)) await rm(join(folder, name), { force: true });
  }
}
