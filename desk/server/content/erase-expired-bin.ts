import type { RunExclusive } from '../../shared/mutex.ts';
import type { Folders } from '../desk-folders.ts';
import { logError } from '../desk-log.ts';
import { eraseExpiredFromBin } from './recycle-bin.ts';

const HOUR_MS = 3_600_000;

/**
 * Erases what has been in the bin for 30 days, now and each hour. After a failure, which is logged,
 * or while a job runs, the next hour tries again.
 */
export function startErasingBin(
  folders: Folders,
  runExclusive: RunExclusive,
  isJobRunning: () => boolean,
  everyMs = HOUR_MS,
) {
  const erase = () =>
    runExclusive(async () => {
      // Publishing may be reading the smaller copies of a photo that is in the bin and in use.
      if (!isJobRunning()) await eraseExpiredFromBin(folders);
    }).catch((error) => logError(error, 'erasing from the bin failed'));
  let running = erase();
  const timer = setInterval(() => {
    running = erase();
  }, everyMs).unref();
  return {
    /** Resolves once the running erasure has ended. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
