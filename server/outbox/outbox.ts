import type {
  ClaimedMail,
  DigestPart,
  Failure,
  Limit,
  OutgoingMail,
  Store,
} from '../store/store.ts';
import type { Clock } from './clock.ts';
import { DEADLY_LEASE_MS, isGivenUp, LEASE_MS, type NextStep, nextStep } from './delivery-state.ts';
import { keepHouse, REQUEUE } from './housekeeping.ts';
import { keepLease } from './keep-lease.ts';
import type { MailTransport } from './mail-transport.ts';
import { createTries } from './tries.ts';

/** Other processes write into the store too, and a clock may be set. */
const LOOK_EVERY_MS = 30_000;
/** Shortest rest when a mail seems due but cannot be had: another worker was faster. */
const LOOK_AGAIN_MS = 100;
/** The same while tries are under way: a mail that must be tried alone waits for their end. */
const LOOK_AGAIN_BESIDE_MS = 1_000;
/** First and longest wait after the store could not answer. */
const STORE_AWAY_MS = { first: 250, longest: 5_000 };
/** A mail claimed longer ago than this is not sent any more: its lease could end half-way. */
const START_WITHIN_MS = LEASE_MS / 4;
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
  /** Mails sent at the same time, those aside that stand aside. */
  parallel: number;
  /** Longest rest between two looks into the store, in milliseconds; 30 000 when absent. */
  lookEveryMs?: number;
  digests: {
    /** Of their Message-IDs. */
    host: () => string;
    /** What a digest says, by the release in force. */
    compose: (parts: DigestPart[]) => Pick<OutgoingMail, 'subject' | 'text' | 'html'>;
  };
  /** What confirmations that were held are counted against; none: none are held. */
  confirmationsInAll?: Limit;
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
  const { store, transport, clock, log, random, digests, lookEveryMs = LOOK_EVERY_MS } = parts;
  /** Aborted by `stop`: claim nothing more. */
  const stopping = new AbortController();
  /** Aborted when the time of `stop` runs out: break off. */
  const breakOff = new AbortController();
  const tries = createTries(clock);
  let wakeUp = new AbortController();
  let pause: Promise<void> | undefined;
  let pausesInARow = 0;
  /** Mails may wait for a mail server that was away; also those of an earlier process. */
  let mayHaveBeenAway = true;
  /** A start may bring the mended name of a mail server: nobody waits out six hours for that. */
  let hasTriedUnreachable = false;
  /** Workers claim one after the other: each then knows what the others are at. */
  let turn: Promise<unknown> = Promise.resolve();

  const workers = Array.from({ length: parts.parallel }, work);
  const housekeeping = keepHouse({
    ...parts,
    host: digests.host,
    everyMs: lookEveryMs,
    wake,
    signal: stopping.signal,
  });

  async function work(): Promise<void> {
    let storeAwayMs = STORE_AWAY_MS.first;
    while (!stopping.signal.aborted) {
      // Taken before the look: a mail queued during it must not be slept over.
      const woken = wakeUp.signal;
      try {
        const begun = await inTurn(beginNext);
        if (begun) await tries.follow(begun.ended);
        else if (!stopping.signal.aborted) {
          await clock.sleep(await restMs(), AbortSignal.any([woken, stopping.signal]));
        }
        storeAwayMs = STORE_AWAY_MS.first;
      } catch (error) {
        log.error({ err: error }, 'outbox: the store does not answer');
        await clock.sleep(storeAwayMs, stopping.signal);
        storeAwayMs = Math.min(STORE_AWAY_MS.longest, storeAwayMs * 2);
      }
    }
  }

  function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = turn.then(run);
    turn = result.catch(() => undefined);
    return result;
  }

  /** @returns undefined when no mail is due */
  async function beginNext(): Promise<{ ended: Promise<void> } | undefined> {
    await pause;
    await tries.untilNobodyIsAlone();
    if (stopping.signal.aborted) return undefined;
    if (!hasTriedUnreachable) {
      await store.retryUnreachable(clock.nowMs());
      hasTriedUnreachable = true;
    }
    const claimedAtMs = clock.nowMs();
    const claim = await store.claimNextMail(claimedAtMs, LEASE_MS);
    if (claim) return tries.begin(false, () => deliver(claim, claimedAtMs, LEASE_MS));
    if (tries.count() > 0) return undefined;
    const deadly = await store.claimDeadlyMail(claimedAtMs, DEADLY_LEASE_MS);
    return deadly && tries.begin(true, () => deliver(deadly, claimedAtMs, DEADLY_LEASE_MS));
  }

  function wake(): void {
    wakeUp.abort();
    wakeUp = new AbortController();
  }

  async function restMs(): Promise<number> {
    const dueAtMs = await store.nextDueAtMs();
    if (dueAtMs === undefined) return lookEveryMs;
    const againMs = tries.count() > 0 ? LOOK_AGAIN_BESIDE_MS : LOOK_AGAIN_MS;
    return Math.min(lookEveryMs, Math.max(againMs, dueAtMs - clock.nowMs()));
  }

  /** One try, from the claim to what is written down. Never rejects. */
  async function deliver(claim: ClaimedMail, claimedAtMs: number, leaseMs: number): Promise<void> {
    const lease = keepLease({ store, clock, claim, leaseMs });
    try {
      const nowMs = clock.nowMs();
      if (nowMs - claimedAtMs > START_WITHIN_MS) {
        // This process stood still since it claimed. Somebody else may be about to take the mail.
        await store.release(claim, nowMs, nowMs);
        return;
      }
      const died = leaseMs === DEADLY_LEASE_MS ? noteDeaths(claim) : undefined;
      const step = died ?? (await tryOnce(claim, lease.overtaken));
      await write(claim, step);
      if (step.kind === 'retry' && step.failure === 'unreachable') mayHaveBeenAway = true;
      if (step.kind !== 'delivered' || !mayHaveBeenAway) return;
      mayHaveBeenAway = false;
      if ((await store.retryUnreachable(clock.nowMs())) > 0) wake();
    } catch (error) {
      log.error(
        { err: error, mailId: claim.mailId },
        'outbox: how a try ended is not written down',
      );
    } finally {
      lease.end();
    }
  }

  async function tryOnce(claim: ClaimedMail, overtaken: AbortSignal): Promise<NextStep> {
    const { mail, parts: digest } = claim;
    const isEmpty = mail.kind === 'digest' && digest.length === 0;
    // Those it was to bring have been erased.
    if (isEmpty) return { kind: 'delivered' };
    const whole = mail.kind === 'digest' ? { ...mail, ...digests.compose(digest) } : mail;
    const signal = AbortSignal.any([breakOff.signal, overtaken]);
    const outcome = await transport.deliver(whole, signal);
    const nowMs = clock.nowMs();
    if (outcome.kind !== 'delivered' && breakOff.signal.aborted) {
      return { kind: 'released' };
    }
    const tried = { ...claim, kind: mail.kind };
    const step = nextStep(outcome, tried, { nowMs, pausesInARow, random: random() });
    notePause(step, nowMs);
    return step;
  }

  /** @returns what becomes of a mail that has died often enough; undefined: it is tried once more */
  function noteDeaths({ mailId, mail, deaths, queuedAtMs }: ClaimedMail): NextStep | undefined {
    const fields = { mailId, mailKind: mail.kind, count: deaths };
    log.error(fields, 'outbox: each time this mail was sent the process died; it is tried alone');
    if (!isGivenUp(queuedAtMs, deaths, clock.nowMs())) return undefined;
    return { kind: 'failed', failure: 'died', reason: `the process died ${deaths} times` };
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
  async function write(claim: ClaimedMail, step: NextStep): Promise<void> {
    for (let waitMs = STORE_AWAY_MS.first; ; waitMs *= 2) {
      try {
        const isHeld = await record(store, claim, step, clock.nowMs());
        logStep(claim, step, isHeld);
        return;
      } catch (error) {
        if (breakOff.signal.aborted) throw error;
        await clock.sleep(Math.min(waitMs, STORE_AWAY_MS.longest), breakOff.signal);
      }
    }
  }

  function logStep({ mailId, mail }: ClaimedMail, step: NextStep, isHeld: boolean): void {
    const fields = { mailId, mailKind: mail.kind, ...step };
    const isOurs = mail.kind !== 'confirmation';
    if (!isHeld) log.warn(fields, 'outbox: another worker holds this mail now; nothing written');
    else if (step.kind === 'failed' && isOurs) log.error(fields, `outbox: mail failed; ${REQUEUE}`);
    // Mostly a visitor's slip in their own address, which nobody here can mend.
    else if (step.kind === 'failed') log.warn(fields, 'outbox: confirmation failed');
    else if (step.kind === 'retry' && step.failure === 'refused' && isOurs) {
      log.warn(fields, 'outbox: the mail server refuses an enquiry; it is tried again');
    } else log.info(fields, `outbox: mail ${step.kind}`);
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
      const allEnded = Promise.allSettled([...workers, housekeeping, tries.untilAllEnded()]);
      await Promise.race([allEnded, timeUp]);
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
      return store.markFailed(claim, nowMs, { kind: step.failure, reason: step.reason });
    case 'retry': {
      const failure: Failure = { kind: step.failure, reason: step.reason };
      return store.retryAt(claim, nowMs, step.dueAtMs, failure);
    }
    case 'released':
      return store.release(claim, nowMs, nowMs);
    case 'pause':
      // Due at once: the pause is this process's. The next one may have the cause mended.
      return store.release(claim, nowMs, nowMs, { kind: 'fault', reason: step.reason });
  }
}
