import type { ClaimedMail, Store } from '../store/store.ts';
import type { Clock } from './clock.ts';
import { LEASE_MS, type NextStep, nextStep } from './delivery-state.ts';
import type { MailTransport } from './mail-transport.ts';

/** Other processes write into the store too, and a clock may be set. */
const LOOK_EVERY_MS = 30_000;
/** Shortest rest when a mail seems due but another worker was faster. */
const LOOK_AGAIN_MS = 100;
/** First and longest wait after the store could not answer. */
const STORE_AWAY_MS = { first: 250, longest: 5_000 };
/** A mail claimed longer ago than this is not sent any more: its lease could end half-way. */
const START_WITHIN_MS = LEASE_MS / 4;
const HOUSEKEEPING_EVERY_MS = 3_600_000;
const REQUEUE = "once mended: 'npm run enquiries -- requeue'";
/** Kept back from the time of `stop` to write down how the last tries ended. */
const STOP_RESERVE_MS = 2_000;

/** The part of pino's logger the outbox uses. Fields never hold personal data. */
export interface OutboxLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface OutboxParts {
  store: Store;
  transport: MailTransport;
  clock: Clock;
  log: OutboxLog;
  /** A number in [0, 1), to spread retries. */
  random: () => number;
  /** Erases what expired; the store's own part, after 30 days, when absent. */
  erase?: (nowMs: number) => Promise<void>;
  /** Mails sent at the same time. */
  parallel: number;
  /** Longest rest between two looks into the store, in milliseconds; 30 000 when absent. */
  lookEveryMs?: number;
}

export interface Outbox {
  /** Look into the store now: a mail was queued. */
  wake(): void;
  /**
   * Claims nothing more, lets running tries end, breaks off and releases those that do not end in
   * time. Resolves within `timeoutMs`; store and transport stay open.
   */
  stop(timeoutMs: number): Promise<void>;
}

/** Delivers what the store owes, until stopped. */
export function startOutbox(parts: OutboxParts): Outbox {
  const { store, transport, clock, log, random, lookEveryMs = LOOK_EVERY_MS } = parts;
  /** Aborted by `stop`: claim nothing more. */
  const stopping = new AbortController();
  /** Aborted when the time of `stop` runs out: break off. */
  const breakOff = new AbortController();
  let wakeUp = new AbortController();
  let pause: Promise<void> | undefined;
  let pausesInARow = 0;
  /** Mails may wait for a mail server that was away; also those of an earlier process. */
  let mayHaveBeenAway = true;
  /** A start may bring the mended name of a mail server: nobody waits out six hours for that. */
  let hasTriedUnreachable = false;

  const workers = Array.from({ length: parts.parallel }, work);
  const housekeeping = doHousekeeping();

  async function work(): Promise<void> {
    let storeAwayMs = STORE_AWAY_MS.first;
    while (!stopping.signal.aborted) {
      await pause;
      if (stopping.signal.aborted) return;
      // Taken before the look: a mail queued during it must not be slept over.
      const woken = wakeUp.signal;
      try {
        if (!hasTriedUnreachable) {
          await store.retryUnreachable(clock.nowMs());
          hasTriedUnreachable = true;
        }
        const claimedAtMs = clock.nowMs();
        const claim = await store.claimNextMail(claimedAtMs, LEASE_MS);
        if (claim) await deliver(claim, claimedAtMs);
        else await clock.sleep(await restMs(), AbortSignal.any([woken, stopping.signal]));
        storeAwayMs = STORE_AWAY_MS.first;
      } catch (error) {
        log.error({ err: error }, 'outbox: the store does not answer');
        await clock.sleep(storeAwayMs, stopping.signal);
        storeAwayMs = Math.min(STORE_AWAY_MS.longest, storeAwayMs * 2);
      }
    }
  }

  function wake(): void {
    wakeUp.abort();
    wakeUp = new AbortController();
  }

  async function restMs(): Promise<number> {
    const dueAtMs = await store.nextDueAtMs();
    if (dueAtMs === undefined) return lookEveryMs;
    return Math.min(lookEveryMs, Math.max(LOOK_AGAIN_MS, dueAtMs - clock.nowMs()));
  }

  async function deliver(claim: ClaimedMail, claimedAtMs: number): Promise<void> {
    if (clock.nowMs() - claimedAtMs > START_WITHIN_MS) {
      // This process stood still since it claimed. Somebody else may be about to take the mail.
      await store.release(claim, clock.nowMs(), clock.nowMs());
      return;
    }
    const outcome = await transport.deliver(claim.mail, breakOff.signal);
    const nowMs = clock.nowMs();
    const step =
      outcome.kind !== 'delivered' && breakOff.signal.aborted
        ? ({ kind: 'pause', dueAtMs: nowMs, reason: 'stopped' } as const)
        : nextStep(outcome, claim, { nowMs, pausesInARow, random: random() });
    notePause(step, nowMs);
    await write(claim, step, claimedAtMs);
    if (step.kind === 'retry') mayHaveBeenAway = true;
    if (step.kind !== 'delivered' || !mayHaveBeenAway) return;
    mayHaveBeenAway = false;
    if ((await store.retryUnreachable(nowMs)) > 0) wake();
  }

  function notePause(step: NextStep, nowMs: number): void {
    if (step.kind === 'delivered' || step.kind === 'failed') pausesInARow = 0;
    if (step.kind !== 'pause' || pause || breakOff.signal.aborted) return;
    pausesInARow += 1;
    const { reason } = step;
    log.error({ reason, pauseMs: step.dueAtMs - nowMs }, 'outbox: sending pauses, mend the cause');
    pause = clock.sleep(step.dueAtMs - nowMs, stopping.signal).then(() => {
      pause = undefined;
    });
  }

  /** Writes down how a try ended; a store that is away for a moment must not cost a duplicate. */
  async function write(claim: ClaimedMail, step: NextStep, claimedAtMs: number): Promise<void> {
    const { mailId, mail } = claim;
    for (let waitMs = STORE_AWAY_MS.first; ; waitMs *= 2) {
      try {
        const held = await record(store, claim, step, clock.nowMs());
        const fields = { mailId, mailKind: mail.kind, ...step };
        if (!held) log.warn(fields, 'outbox: another worker holds this mail now; nothing written');
        else if (step.kind !== 'failed') log.info(fields, `outbox: mail ${step.kind}`);
        else if (mail.kind === 'company') log.error(fields, `outbox: mail failed; ${REQUEUE}`);
        // Mostly a visitor's slip in their own address, which nobody here can mend.
        else log.warn(fields, 'outbox: confirmation failed');
        return;
      } catch (error) {
        const late = clock.nowMs() - claimedAtMs > LEASE_MS || breakOff.signal.aborted;
        if (late) throw error;
        await clock.sleep(Math.min(waitMs, STORE_AWAY_MS.longest), breakOff.signal);
      }
    }
  }

  /** Erases what expired, and does not let enquiries be forgotten whose mail failed. */
  async function doHousekeeping(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await (parts.erase ?? store.eraseExpired)(clock.nowMs());
        const count = await store.countFailedCompanyMails();
        if (count > 0) log.error({ count }, `outbox: failed mails wait; ${REQUEUE}`);
      } catch (error) {
        log.error({ err: error }, 'outbox: could not erase what expired');
      }
      await clock.sleep(HOUSEKEEPING_EVERY_MS, stopping.signal);
    }
  }

  return {
    wake,
    async stop(timeoutMs) {
      stopping.abort();
      const timer = setTimeout(() => breakOff.abort(), Math.max(0, timeoutMs - STOP_RESERVE_MS));
      let lastTimer: NodeJS.Timeout | undefined;
      const timeUp = new Promise<void>((resolve) => {
        lastTimer = setTimeout(resolve, timeoutMs);
      });
      await Promise.race([Promise.allSettled([...workers, housekeeping]), timeUp]);
      clearTimeout(timer);
      clearTimeout(lastTimer);
    },
  };
}

function record(store: Store, claim: ClaimedMail, step: NextStep, nowMs: number): Promise<boolean> {
  switch (step.kind) {
    case 'delivered':
      return store.markDelivered(claim, nowMs);
    case 'failed':
      return store.markFailed(claim, nowMs, { kind: 'refused', reason: step.reason });
    case 'retry':
      return store.retryAt(claim, nowMs, step.dueAtMs, {
        kind: step.failure,
        reason: step.reason,
      });
    case 'pause':
      // Due at once: the pause is this process's. The next one may have the cause mended.
      return store.release(claim, nowMs, nowMs);
  }
}
