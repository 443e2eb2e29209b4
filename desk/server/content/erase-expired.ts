import type { RunExclusive } from '../../shared/mutex.ts';
import type { Folders } from '../desk-folders.ts';
import { logError } from '../desk-log.ts';
import { eraseExpiredFromBin } from './recycle-bin.ts';

const HOUR_MS = 3_600_000;

/**
 * Erases what has been in the bin for 30 days, now and each hour. A failure is logged, and the next
 * hour tries again.
 */
export function startErasingBin(folders: Folders, runExclusive: RunExclusive, everyMs = HOUR_MS) {
  const erase = () =>
    runExclusive(() => eraseExpiredFromBin(folders)).catch((error) =>
      logError(error, 'erasing from the bin failed'),
    );
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
