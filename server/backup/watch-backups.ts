import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Alerts } from '../outbox/alerts.ts';
import type { Clock } from '../outbox/clock.ts';
import type { OutboxLog } from '../outbox/outbox.ts';
import { madeAtMs, TOLD_FILE } from './backup-folder.ts';

const HOUR_MS = 3_600_000;
/** One is made each hour (`deploy/website-backup.timer`), and a machine may be off for a night. */
const LATE_AFTER_MS = 26 * HOUR_MS;
const SAY_AGAIN_AFTER_MS = 24 * HOUR_MS;

export interface BackupWatchParts {
  /** Absolute path. While this folder exists, backups are expected in it. */
  backupDir: string;
  alerts: Alerts;
  clock: Clock;
  log: OutboxLog;
  /** What somebody is told, in the words of the release in force. */
  words: () => string;
}

/**
 * Looks once an hour, until stopped, whether a backup was made lately. A backup that fails says so
 * itself (`commands/backup.ts`); one that nobody starts cannot.
 */
export function watchBackups(parts: BackupWatchParts): { stop(): Promise<void> } {
  const { backupDir, alerts, clock, log, words } = parts;
  const stopping = new AbortController();
  let toldMs = -Infinity;
  const running = run();

  async function run(): Promise<void> {
    for (;;) {
      // First of all: after a start the timer has an hour to make up for what it missed.
      await clock.sleep(HOUR_MS, stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        await look();
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'backup: whether one was made is not known');
      }
    }
  }

  async function look(): Promise<void> {
    const ageMs = clock.nowMs() - (await lastBackupMs(backupDir));
    if (ageMs < LATE_AFTER_MS) return;
    log.error(
      { hours: Math.floor(ageMs / HOUR_MS) },
      'backup: none was made for more than a day; see docs/operate.md',
    );
    const wasTold = Math.max(toldMs, await modifiedMs(join(backupDir, TOLD_FILE)));
    if (!alerts.canTell || clock.nowMs() - wasTold < SAY_AGAIN_AFTER_MS) return;
    try {
      await alerts.tell(words());
      toldMs = clock.nowMs();
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'the alert did not get through');
    }
  }

  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}

/** Of an empty folder when it was last changed; Infinity without one: nobody expects a backup. */
async function lastBackupMs(folder: string): Promise<number> {
  const changedMs = await modifiedMs(folder);
  if (changedMs === -Infinity) return Infinity;
  const madeMs = (await readdir(folder)).map(madeAtMs).filter((ms) => !Number.isNaN(ms));
  return madeMs.length > 0 ? Math.max(...madeMs) : changedMs;
}

/** -Infinity: there is nothing of that name. */
async function modifiedMs(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return -Infinity;
    throw error;
  }
}
