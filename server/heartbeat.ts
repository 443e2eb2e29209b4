import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_MARKS, COPY_NAMES } from './backup-marks.ts';
import { describeError, type Log } from './log.ts';
import type { Settings } from './settings.ts';
import type { Store } from './store/store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const BACKUP_WITHIN_MS = 26 * HOUR_MS;
const PRUNED_WITHIN_MS = 2 * DAY_MS;
const CHECKED_WITHIN_MS = 9 * DAY_MS;
const ANSWER_WITHIN_MS = 20_000;

interface HealthParts {
  store: Pick<Store, 'checkWritable' | 'health' | 'eraseExpired'>;
  settings: Pick<Settings, 'BACKUP_DIR'>;
  /** Why the release in `current` is not served. */
  releaseTrouble?: () => string | undefined;
}

/** What is wrong, each in one line; empty if healthy. */
export async function findTrouble(
  { store, settings, releaseTrouble }: HealthParts,
  nowMs: number,
): Promise<string[]> {
  const troubles: string[] = [];
  try {
    await store.checkWritable();
    const { failed, late, reason } = await store.health(nowMs);
    const because = reason === undefined ? '' : ` (${reason})`;
    if (failed + late > 0) {
      troubles.push(`${late} enquiries wait for the mailbox, ${failed} failed${because}`);
    }
  } catch (error) {
    const { code = 'see the log' } = describeError(error);
    troubles.push(`no enquiry can be stored (${code})`);
  }
  const release = releaseTrouble?.();
  if (release !== undefined) troubles.push(`the current release is not served: ${release}`);
  const { BACKUP_DIR } = settings;
  if (BACKUP_DIR !== undefined) troubles.push(...(await findBackupTrouble(BACKUP_DIR, nowMs)));
  return troubles;
}

/** Each part of the backup has its own cause of trouble (`BACKUP_MARKS`). */
async function findBackupTrouble(backupDir: string, nowMs: number): Promise<string[]> {
  const isOlder = async (name: string, ms: number) => {
    const stats = await stat(join(backupDir, name)).catch(() => undefined);
    return stats && nowMs - stats.mtimeMs > ms;
  };
  const copies = Object.values(COPY_NAMES).map((name) => isOlder(name, BACKUP_WITHIN_MS));
  const isSaved = (await Promise.all(copies)).includes(false);
  const troubles: string[] = [];
  if ((await isOlder(BACKUP_MARKS.shipped, BACKUP_WITHIN_MS)) !== false) {
    troubles.push(
      isSaved
        ? 'no backup has left this machine in the last 26 hours'
        : 'no backup in the last 26 hours: no copy of the database was saved',
    );
  }
  // The first backup makes these.
  if (await isOlder(BACKUP_MARKS.contentShipped, BACKUP_WITHIN_MS)) {
    troubles.push('no backup of the content has left this machine in the last 26 hours');
  }
  if (await isOlder(BACKUP_MARKS.pruned, PRUNED_WITHIN_MS)) {
    troubles.push('what was erased was not removed from the backups for 2 days');
  }
  if (await isOlder(BACKUP_MARKS.checked, CHECKED_WITHIN_MS)) {
    troubles.push('the backups were not checked for 9 days');
  }
  return troubles.map((trouble) => `${trouble}: see journalctl -u website-backup`);
}

export type Heartbeat = ReturnType<typeof startHeartbeat>;

interface HeartbeatParts extends HealthParts {
  settings: Pick<Settings, 'BACKUP_DIR' | 'HEARTBEAT_URL'>;
  log: Log;
  keepDays: () => number;
}

/**
 * Each minute: reports the server's health to HEARTBEAT_URL, in the protocol of healthchecks.io: GET
 * if healthy, else POST to `…/fail` with the troubles. Each hour: logs the troubles and erases
 * expired enquiries.
 */
export function startHeartbeat(parts: HeartbeatParts, everyMs = MINUTE_MS) {
  const { store, settings, log } = parts;
  const stopping = new AbortController();
  let nextHourAtMs = 0;

  async function beat(): Promise<void> {
    const nowMs = Date.now();
    const troubles = await findTrouble(parts, nowMs);
    await report(settings.HEARTBEAT_URL, troubles, stopping.signal).catch((error) => {
      log.warn({ error: describeError(error) }, 'HEARTBEAT_URL does not answer');
    });
    if (performance.now() < nextHourAtMs) return;
    nextHourAtMs = performance.now() + HOUR_MS;
    for (const reason of troubles) log.error({ reason }, 'the site needs attention');
    const count = await store.eraseExpired(nowMs, parts.keepDays() * DAY_MS);
    if (count > 0) log.info({ count }, 'enquiries erased after their retention period');
  }

  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = beat().catch((error) => {
      log.error({ error: describeError(error) }, 'the heartbeat failed');
    });
  }, everyMs).unref();
  return {
    /** Resolves when a running check has ended: the store may be closed then. */
    stop(): Promise<void> {
      clearInterval(timer);
      stopping.abort();
      return running;
    },
  };
}

async function report(url: string, troubles: string[], stopping: AbortSignal): Promise<void> {
  if (url === '') return;
  const target = new URL(url);
  const options: RequestInit = {
    signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  };
  if (troubles.length > 0) {
    target.pathname = `${target.pathname.replace(/\/$/, '')}/fail`;
    options.method = 'POST';
    options.body = troubles.join('\n');
  }
  const response = await fetch(target, options);
  await response.body?.cancel();
}
