import type { SendMailOptions } from 'nodemailer';
import { describeError, type Log } from '../../runtime/log.ts';
import type { AttemptOutcome, ClaimedMail } from '../store/mails.ts';
import type { Store } from '../store/store.ts';
import { MailError } from './mail-server.ts';
import {
  ATTEMPT_TIMEOUT_MS,
  isSentTooOften,
  outcomeOfFailure,
  serverPauseMs,
} from './retry-policy.ts';

/** How many mails are sent at once. Mail servers limit the connections of one sender. */
const WORKERS = 2;
/**
 * How often a worker polls for mails. It cannot rely on timers alone, because other processes queue
 * mails too and the clock can jump.
 */
const POLL_EVERY_MS = 30_000;
/** The pause while the store is unavailable. Each pause doubles. */
const STORE_PAUSE_MS = { first: 250, longest: 5_000 };
/** The end of the time limit of `stop`, reserved for releasing claims. */
const STOP_RESERVE_MS = 1_000;

/**
 * Sends a mail, or keeps it as a file when there is no mail server. When the server accepted the
 * mail for some recipients and refused others, `refused` has its replies for the latter. Rejects
 * with a {@link MailError}.
 */
export type Deliver = (
  mail: SendMailOptions,
  signal: AbortSignal,
) => Promise<{ kind: 'delivered'; refused?: string } | { kind: 'kept' }>;

export interface OutboxDependencies {
  store: Store;
  /** How mails are delivered now. Undefined leaves mails queued. */
  currentDelivery: () => Deliver | undefined;
  compose: (mail: ClaimedMail) => SendMailOptions;
  log: Log;
}

export type Outbox = ReturnType<typeof startOutbox>;

/** Delivers queued mails until stopped. */
export function startOutbox(dependencies: OutboxDependencies) {
  const { store, log } = dependencies;
  /** `stop` aborts this: workers claim nothing more. */
  const stopping = new AbortController();
  /** This is aborted when the time of `stop` is up: running attempts end. */
  const aborting = new AbortController();
  let wakeUp = new AbortController();
  /**
   * Outcomes of attempts that the database has not recorded yet, by the mail's id. While the
   * database cannot be written for longer than a lease, such a mail becomes due again, although the
   * mail server may have taken it.
   */
  const unrecorded = new Map<string, AttemptOutcome>();

  const workers = Array.from({ length: WORKERS }, work);

  /** Sends mails one after the other. */
  async function work(): Promise<void> {
    let failuresInARow = 0;
    while (!stopping.signal.aborted) {
      // This is created before the query, so that a mail queued meanwhile wakes the worker.
      const woken = AbortSignal.any([wakeUp.signal, stopping.signal]);
      const deliver = dependencies.currentDelivery();
      const startedAtMs = Date.now();
      const claim = () => store.claimMail(Date.now());
      const mail = deliver && (await withRetry(claim, stopping.signal));
      if (!mail) {
        await sleep(deliver ? await idleMs() : POLL_EVERY_MS, woken);
        continue;
      }
      const outcome = unrecorded.get(mail.id) ?? (await attemptDelivery(mail, deliver));
      unrecorded.set(mail.id, outcome);
      const settle = () => store.settleMail(mail, outcome, Date.now());
      report(mail, outcome, await withRetry(settle, aborting.signal));
      unrecorded.delete(mail.id);
      failuresInARow = outcome.kind === 'released' ? failuresInARow + 1 : 0;
      if (failuresInARow > 0) await pause(serverPauseMs(failuresInARow), startedAtMs);
    }
  }

  async function attemptDelivery(mail: ClaimedMail, deliver: Deliver): Promise<AttemptOutcome> {
    if (isSentTooOften(mail))
      return { kind: 'failed', reason: 'many attempts ended without a reply or in a crash' };
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), ATTEMPT_TIMEOUT_MS);
    const signal = AbortSignal.any([limit.signal, aborting.signal]);
    try {
      const { kind, ...sent } = await deliver(dependencies.compose(mail), signal);
      return 'refused' in sent ? { kind, reason: sent.refused } : { kind };
    } catch (error) {
      const isMailError = error instanceof MailError;
      // Any other error is a mistake in composing this mail, so the other mails need no pause.
      const about = isMailError ? error.about : 'content';
      const reason = isMailError ? error.message : describeError(error).name;
      // An attempt that a stop ends does not count, unless the server may have taken the mail.
      if (aborting.signal.aborted && about !== 'no-reply') return { kind: 'released' };
      return outcomeOfFailure(mail, about, reason, Date.now());
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Waits, but not beyond a requeue: the operator requeues mails after correcting the mail server.
   *
   * @param startedAtMs when the failed attempt started; a requeue during it counts too
   */
  async function pause(ms: number, startedAtMs: number): Promise<void> {
    for (let leftMs = ms; leftMs > 0; leftMs -= POLL_EVERY_MS) {
      await sleep(Math.min(leftMs, POLL_EVERY_MS), stopping.signal);
      if (stopping.signal.aborted) return;
      const requeuedAtMs = await withRetry(() => store.lastRequeueAtMs(), stopping.signal);
      if (requeuedAtMs !== undefined && requeuedAtMs >= startedAtMs) return;
    }
  }

  async function idleMs(): Promise<number> {
    const dueAtMs = await withRetry(() => store.nextDueAtMs(), stopping.signal);
    const waitMs = (dueAtMs ?? Infinity) - Date.now();
    // When a mail is due and none could be claimed, another worker claimed it first.
    return Math.min(POLL_EVERY_MS, Math.max(100, waitMs));
  }

  /** Retries while the store is unavailable; rejects when the signal has aborted. */
  async function withRetry<Result>(
    run: () => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    let waitMs = STORE_PAUSE_MS.first;
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (signal.aborted) throw error;
        log.error({ error: describeError(error) }, 'outbox: the database cannot be used');
        await sleep(waitMs, signal);
        waitMs = Math.min(STORE_PAUSE_MS.longest, 2 * waitMs);
      }
    }
  }

  function report(
    { id, kind, attempts }: ClaimedMail,
    outcome: AttemptOutcome,
    isHeld: boolean,
  ): void {
    const reason = 'reason' in outcome ? outcome.reason : undefined;
    const fields = { mailId: id, mailKind: kind, attempts, reason };
    if (!isHeld) {
      log.warn(fields, 'outbox: the claim was lost; nothing is recorded');
    } else if (outcome.kind === 'released' && reason === undefined) {
      log.info(fields, 'outbox: stopped during an attempt; the mail stays queued');
    } else if (outcome.kind === 'released') {
      log.error(fields, 'outbox: the mail could not be handed over; sending pauses');
    } else if (outcome.kind === 'failed' && kind === 'company') {
      log.error(fields, "outbox: mail failed; 'enquiries requeue' tries it again");
    } else {
      const level = reason === undefined ? 'info' : 'warn';
      log[level](fields, `outbox: mail ${outcome.kind}`);
    }
  }

  return {
    /** Call this after queuing a mail, to check at once. */
    wake(): void {
      wakeUp.abort();
      wakeUp = new AbortController();
    },
    /** Stops claiming, waits for running attempts, and releases those that do not end in time. */
    async stop(withinMs: number): Promise<void> {
      stopping.abort();
      const ended = new AbortController();
      const abortAfterMs = Math.max(0, withinMs - STOP_RESERVE_MS);
      const timer = setTimeout(() => aborting.abort(), abortAfterMs);
      await Promise.race([Promise.allSettled(workers), sleep(withinMs, ended.signal)]);
      clearTimeout(timer);
      ended.abort();
    },
  };
}

/** Resolves after `ms`, or at once when the signal aborts. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, signal.aborted ? 0 : ms);
  const wake = () => resolve();
  signal.addEventListener('abort', wake);
  await promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', wake);
}
