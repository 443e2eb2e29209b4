import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../runtime/log.ts';
import type { Settings } from '../runtime/settings.ts';
import { BACKUP_TIMESTAMPS, COPY_NAMES } from './backup-timestamps.ts';
import type { Store } from './store/store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long ago each part of the backup may have been done last. */
export const MAX_BACKUP_AGE_MS = 26 * HOUR_MS;
export const MAX_PRUNE_AGE_MS = 2 * DAY_MS;
export const MAX_CHECK_AGE_MS = 9 * DAY_MS;
/**
 * Refused confirmations are reported once they went to this many domains. With fewer, the cause may
 * be the visitors' own mail servers.
 */
const REFUSED_DOMAINS = 3;
/** A disk with less free space than this is full: an enquiry and its write-ahead log need more. */
const FULL_DISK_BYTES = 1024 * 1024;

export interface HealthDependencies {
  store: Pick<Store, 'checkWritable' | 'health' | 'refusedConfirmations'>;
  settings: Pick<Settings, 'BACKUP_DIR' | 'DATA_DIR' | 'DATABASE_URL'>;
  /** Why the release in `current` is not served. */
  releaseFailure?: () => string | undefined;
}

/**
 * Checks the health of the server.
 *
 * @returns one line for each failure; empty if healthy
 */
export async function checkHealth(
  { store, settings, releaseFailure }: HealthDependencies,
  nowMs: number,
): Promise<string[]> {
  const failures: string[] = [];
  try {
    await store.checkWritable();
  } catch (error) {
    const { DATA_DIR, DATABASE_URL } = settings;
    const isFull = DATABASE_URL === '' && (await isDiskFull(DATA_DIR));
    const reason = isFull ? 'the disk of DATA_DIR is full' : reasonOf(error);
    failures.push(`no enquiry can be stored: ${reason}`);
  }
  try {
    const { failed, late, reason } = await store.health(nowMs);
    const because = reason === undefined ? '' : ` (${reason})`;
    if (failed + late > 0) {
      failures.push(`company mails that are late: ${late}, that failed: ${failed}${because}`);
    }
    const refused = await store.refusedConfirmations();
    if (refused.domains >= REFUSED_DOMAINS) {
      failures.push(`the mail server refuses confirmations to visitors: ${refused.reason}`);
    }
  } catch (error) {
    failures.push(`the state of the mails cannot be read: ${reasonOf(error)}`);
  }
  const notServed = releaseFailure?.();
  if (notServed !== undefined) failures.push(`the current release is not served: ${notServed}`);
  const { BACKUP_DIR } = settings;
  if (BACKUP_DIR !== undefined) failures.push(...(await checkBackups(BACKUP_DIR, nowMs)));
  return failures;
}

/** SQLite reports a full disk in several ways, one of them 'disk I/O error'. */
async function isDiskFull(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined);
  if (disk === undefined) return false;
  const hasNoInodes = disk.files > 0 && disk.ffree === 0;
  return disk.bavail * disk.bsize < FULL_DISK_BYTES || hasNoInodes;
}

/**
 * Checks each part of the backup separately ({@link BACKUP_TIMESTAMPS}), because each can fail for
 * its own reason.
 */
async function checkBackups(backupDir: string, nowMs: number): Promise<string[]> {
  const isOlder = async (name: string, ms: number) => {
    const stats = await stat(join(backupDir, name)).catch(() => undefined);
    return stats && nowMs - stats.mtimeMs > ms;
  };
  const isShippedLongAgo = await isOlder(BACKUP_TIMESTAMPS.shipped, MAX_BACKUP_AGE_MS);
  if (isShippedLongAgo === undefined) {
    return ['no backup has left this machine yet: see Back up in docs/operate.md'];
  }
  const copies = Object.values(COPY_NAMES).map((name) => isOlder(name, MAX_BACKUP_AGE_MS));
  const isSaved = (await Promise.all(copies)).includes(false);
  const failures: string[] = [];
  if (isShippedLongAgo) {
    failures.push(
      isSaved
        ? 'no backup has left this machine in the last 26 hours'
        : 'no backup in the last 26 hours: no copy of the database was saved',
    );
  }
  // The first backup creates these files, so nothing is reported before it.
  if (await isOlder(BACKUP_TIMESTAMPS.contentShipped, MAX_BACKUP_AGE_MS)) {
    failures.push('no backup of the content has left this machine in the last 26 hours');
  }
  if (await isOlder(BACKUP_TIMESTAMPS.pruned, MAX_PRUNE_AGE_MS)) {
    failures.push('the backups have not been pruned for 2 days');
  }
  if (await isOlder(BACKUP_TIMESTAMPS.checked, MAX_CHECK_AGE_MS)) {
    failures.push('the backups have not been checked for 9 days');
  }
  return failures.map((failure) => `${failure}: see journalctl -u website-backup`);
}
