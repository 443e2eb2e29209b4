import type { SendMailOptions } from 'nodemailer';
import { describeError, type Log } from '../log.ts';
import { backoffMs, type ClaimedMail, type TryOutcome } from '../store/mails.ts';
import type { Store } from '../store/store.ts';
import { type Clock, systemClock } from './clock.ts';
import { MailError, type MailSession } from './mail-server.ts';

/** Number of concurrent connections. Mail servers limit connections per sender. */
const WORKERS = 2;
/** Poll interval, because other processes queue mails too and the clock can jump. */
const LOOK_EVERY_MS = 30_000;
/** Time limit of a try, from connecting to the last reply; the lease is longer. */
const TRY_WITHIN_MS = 12 * 60_000;
/** A mail to the company fails only after this time and this number of tries. */
const GIVE_UP_AFTER = { ms: 72 * 3_600_000, tries: 12 };
/** Backoff while the mail server is unavailable, doubling. */
const SERVER_PAUSE_MS = { first: 60_000, longest: 15 * 60_000 };
/** If this many mails in a row are refused before the recipient, the server is the problem. */
const REFUSED_IN_A_ROW = 3;
/** Mail servers close a connection after many mails. */
const MAILS_A_SESSION = 20;
/** Backoff while the store is unavailable, doubling. */
const STORE_AWAY_MS = { first: 250, longest: 5_000 };
/** The part of the time of `stop` that is reserved for releasing claims. */
const STOP_RESERVE_MS = 1_000;

export interface OutboxParts {
  store: Store;
  /** The current transport; undefined keeps mails queued. */
  openSession: () => ((signal: AbortSignal) => Promise<MailSession>) | undefined;
  compose: (mail: ClaimedMail) => SendMailOptions;
  log: Log;
  clock?: Clock;
}

export interface Outbox {
  /** Call after queuing a mail, to check at once. */
  wake(): void;
  /** Stops claiming, waits for running tries, and releases those that do not end in time. */
  stop(withinMs: number): Promise<void>;
}

/** State of a worker, which uses one connection at a time. */
interface Worker {
  session?: MailSession;
  /** Number of mails sent in this session. */
  sent: number;
  refusedInARow: number;
  troublesInARow: number;
}

/** Delivers queued mails until stopped. */
export function startOutbox(parts: OutboxParts): Outbox {
  const { store, log, clock = systemClock } = parts;
  /** Aborted by `stop`: claim nothing more. */
  const stopping = new AbortController();
  /** Aborted when the time of `stop` is up: break off. */
  const breakingOff = new AbortController();
  let wakeUp = new AbortController();

  const workers = Array.from({ length: WORKERS }, work);

  async function work(): Promise<void> {
    const worker: Worker = { sent: 0, refusedInARow: 0, troublesInARow: 0 };
    let storeAwayMs = STORE_AWAY_MS.first;
    while (!stopping.signal.aborted) {
      // Created before the query, so that a mail queued meanwhile wakes the worker.
      const woken = AbortSignal.any([wakeUp.signal, stopping.signal]);
      try {
        const open = parts.openSession();
        const mail = open && (await store.claimMail(clock.nowMs()));
        if (!mail || worker.sent >= MAILS_A_SESSION) hangUp(worker);
        if (!open || !mail) await clock.sleep(open ? await restMs() : LOOK_EVERY_MS, woken);
        else if (!(await tryMail(mail, open, worker))) {
          const pauseMs = SERVER_PAUSE_MS.first * 2 ** (worker.troublesInARow - 1);
          await clock.sleep(Math.min(SERVER_PAUSE_MS.longest, pauseMs), stopping.signal);
        }
        storeAwayMs = STORE_AWAY_MS.first;
      } catch (error) {
        log.error({ error: describeError(error) }, 'outbox: the database does not answer');
        await clock.sleep(storeAwayMs, stopping.signal);
        storeAwayMs = Math.min(STORE_AWAY_MS.longest, storeAwayMs * 2);
      }
    }
    hangUp(worker);
  }

  async function restMs(): Promise<number> {
    const dueInMs = ((await store.nextDueAtMs()) ?? Infinity) - clock.nowMs();
    // Due and not to be had: another worker was faster.
    return Math.min(LOOK_EVERY_MS, Math.max(100, dueInMs));
  }

  /**
   * Makes one delivery attempt, from the claim to recording the result. @returns false if the mail
   * server is unavailable
   */
  async function tryMail(
    mail: ClaimedMail,
    open: (signal: AbortSignal) => Promise<MailSession>,
    worker: Worker,
  ): Promise<boolean> {
    const limit = clock.timeout(TRY_WITHIN_MS);
    const signal = AbortSignal.any([limit.signal, breakingOff.signal]);
    let outcome: TryOutcome = { kind: 'delivered' };
    try {
      worker.session ??= await open(signal);
      await worker.session.send(parts.compose(mail), signal);
      worker.sent += 1;
      worker.refusedInARow = 0;
      worker.troublesInARow = 0;
    } catch (error) {
      hangUp(worker);
      outcome = outcomeOf(mail, error, worker);
    } finally {
      limit.cancel();
    }
    await settle(mail, outcome);
    return outcome.kind !== 'returned';
  }

  function outcomeOf(mail: ClaimedMail, error: unknown, worker: Worker): TryOutcome {
    if (breakingOff.signal.aborted) return { kind: 'returned' };
    const { about, message: reason } =
      error instanceof MailError ? error : new MailError('mail', describeError(error).name);
    worker.refusedInARow = about === 'sender' ? worker.refusedInARow + 1 : 0;
    if (about === 'server' || worker.refusedInARow >= REFUSED_IN_A_ROW) {
      worker.troublesInARow += 1;
      log.error({ reason }, 'outbox: the mail server takes no mail; sending pauses');
      return { kind: 'returned', reason };
    }
    const nowMs = clock.nowMs();
    const isOver = mail.tries >= GIVE_UP_AFTER.tries && nowMs - mail.queuedAtMs >= GIVE_UP_AFTER.ms;
    const isHopeless = mail.kind === 'confirmation' && about === 'recipient';
    if (isOver || isHopeless) return { kind: 'failed', reason };
    return { kind: 'retry', dueAtMs: nowMs + backoffMs(mail.tries), reason };
  }

  /**
   * Records the result of a try. Retries, because a brief database outage would otherwise cause a
   * duplicate.
   */
  async function settle(mail: ClaimedMail, outcome: TryOutcome): Promise<void> {
    for (let waitMs = STORE_AWAY_MS.first; ; waitMs = Math.min(STORE_AWAY_MS.longest, waitMs * 2)) {
      try {
        const isHeld = await store.settleMail(mail, outcome, clock.nowMs());
        report(mail, outcome, isHeld);
        return;
      } catch (error) {
        if (breakingOff.signal.aborted) throw error;
        await clock.sleep(waitMs, breakingOff.signal);
      }
    }
  }

  function report({ id, kind, tries }: ClaimedMail, outcome: TryOutcome, isHeld: boolean): void {
    const reason = 'reason' in outcome ? outcome.reason : undefined;
    const fields = { mailId: id, mailKind: kind, tries, reason };
    if (!isHeld) log.warn(fields, 'outbox: the claim had ended; nothing was recorded');
    else if (outcome.kind === 'failed' && kind === 'company') {
      log.error(fields, "outbox: a mail to the company failed; 'enquiries requeue' tries it again");
    } else if (outcome.kind === 'retry') log.warn(fields, 'outbox: a mail is tried again later');
    else log.info(fields, `outbox: mail ${outcome.kind}`);
  }

  return {
    wake() {
      wakeUp.abort();
      wakeUp = new AbortController();
    },
    async stop(withinMs) {
      stopping.abort();
      const timer = setTimeout(() => breakingOff.abort(), Math.max(0, withinMs - STOP_RESERVE_MS));
      const { promise: timeUp, resolve } = Promise.withResolvers<void>();
      const lastTimer = setTimeout(resolve, withinMs);
      await Promise.race([Promise.allSettled(workers), timeUp]);
      clearTimeout(timer);
      clearTimeout(lastTimer);
    },
  };
}

function hangUp(worker: Worker): void {
  worker.session?.close();
  delete worker.session;
  worker.sent = 0;
}
