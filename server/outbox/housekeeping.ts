import type { Limit, Store } from '../store/store.ts';
import type { Clock } from './clock.ts';
import type { OutboxLog } from './outbox.ts';

const HOUR_MS = 3_600_000;

/** How to put a failed mail back in the queue, for log lines. */
export const REQUEUE = "once mended: 'npm run enquiries -- requeue'";

export interface HousekeepingParts {
  store: Store;
  clock: Clock;
  log: OutboxLog;
  erase?: (nowMs: number) => Promise<void>;
  /** Of a digest's Message-ID. */
  host: () => string;
  /** What confirmations that were held are counted against; none: none are held. */
  confirmationsInAll?: Limit;
  /** Rest between two rounds, in milliseconds. */
  everyMs: number;
  /** Mails became due. */
  wake: () => void;
  signal: AbortSignal;
}

/**
 * What comes with time and not with a visitor: digests and held confirmations that may go; and once
 * an hour what expired is erased, and failed mails are called to mind.
 */
export async function keepHouse(parts: HousekeepingParts): Promise<void> {
  const { store, clock, log, signal } = parts;
  const everyMs = Math.min(parts.everyMs, HOUR_MS);
  for (let sinceHourlyMs = HOUR_MS; !signal.aborted; sinceHourlyMs += everyMs) {
    try {
      await sendWhatMayGo(parts);
      if (sinceHourlyMs >= HOUR_MS) {
        sinceHourlyMs = 0;
        await (parts.erase ?? store.eraseExpired)(clock.nowMs());
        const count = await store.countFailedCompanyMails();
        if (count > 0) log.error({ count }, `outbox: failed mails wait; ${REQUEUE}`);
      }
    } catch (error) {
      log.error({ err: error }, 'outbox: could not keep house');
    }
    await clock.sleep(everyMs, signal);
  }
}

async function sendWhatMayGo(parts: HousekeepingParts): Promise<void> {
  const { store, clock, log, confirmationsInAll } = parts;
  const digests = await store.gatherDigests(clock.nowMs(), parts.host());
  if (digests > 0) {
    log.warn({ count: digests }, 'outbox: more enquiries than mails an hour; digests leave');
    parts.wake();
  }
  if (!confirmationsInAll) return;
  const { released, dropped } = await store.releaseHeldConfirmations(
    clock.nowMs(),
    confirmationsInAll,
  );
  if (dropped > 0) log.warn({ count: dropped }, 'outbox: confirmations held for a day are dropped');
  if (released === 0) return;
  log.info({ count: released }, 'outbox: held confirmations leave');
  parts.wake();
}
