import type { SendMailOptions } from 'nodemailer';
import { describeError, type Log } from '../log.ts';
import { backoffMs, type ClaimedMail, type TryOutcome } from '../store/mails.ts';
import type { Store } from '../store/store.ts';
import { MailError, type MailSession } from './mail-server.ts';

/** Mail servers limit connections per sender. */
const WORKERS = 2;
/** Other processes queue mails too, and the clock can jump. */
const POLL_EVERY_MS = 30_000;
/** From connecting to the last reply. The lease is longer. */
const TRY_WITHIN_MS = 12 * 60_000;
/** A mail to the company fails after both. */
const GIVE_UP_AFTER = { ms: 72 * 3_600_000, tries: 12 };
/** While the mail server, or the store, is unavailable; each pause doubles. */
const SERVER_PAUSE_MS = { first: 60_000, longest: 15 * 60_000 };
/** So many mails refused in a row before their recipient: the server is the problem. */
const REFUSED_IN_A_ROW = 3;
/** Mail servers close a connection after many mails. */
const SESSION_MAILS = 20;
const STORE_PAUSE_MS = { first: 250, longest: 5_000 };
/** The last part of a stop, for releasing claims. */
const STOP_RESERVE_MS = 1_000;

type OpenSession = (signal: AbortSignal) => Promise<MailSession>;

export interface OutboxParts {
  store: Store;
  /** The current transport; undefined keeps mails queued. */
  openSession: () => OpenSession | undefined;
  compose: (mail: ClaimedMail) => SendMailOptions;
  log: Log;
}

export type Outbox = ReturnType<typeof startOutbox>;

/** Delivers queued mails until stopped. */
export function startOutbox(parts: OutboxParts) {
  const { store, log } = parts;
  /** Aborted by `stop`: claim nothing more. */
  const stopping = new AbortController();
  /** Aborted when the time of `stop` is up: abort running tries. */
  const aborting = new AbortController();
  let wakeUp = new AbortController();

  const workers = Array.from({ length: WORKERS }, work);

  /** Sends mails one after the other, over one connection at a time. */
  async function work(): Promise<void> {
    let session: MailSession | undefined;
    let sentInSession = 0;
    let refusedInARow = 0;
    let failuresInARow = 0;

    while (!stopping.signal.aborted) {
      // Created before the query, so that a mail queued meanwhile wakes the worker.
      const woken = AbortSignal.any([wakeUp.signal, stopping.signal]);
      const open = parts.openSession();
      const claim = () => store.claimMail(Date.now());
      const mail = open && (await persist(claim, stopping.signal));
      if (!mail || sentInSession >= SESSION_MAILS) endSession();
      if (!mail) {
        await sleep(open ? await idleMs() : POLL_EVERY_MS, woken);
        continue;
      }
      const outcome = await tryMail(mail, open);
      const settle = () => store.settleMail(mail, outcome, Date.now());
      report(mail, outcome, await persist(settle, aborting.signal));
      if (outcome.kind === 'returned') {
        const { first, longest } = SERVER_PAUSE_MS;
        const pauseMs = Math.min(longest, first * 2 ** (failuresInARow - 1));
        await sleep(pauseMs, stopping.signal);
      }
    }
    endSession();

    function endSession(): void {
      session?.close();
      session = undefined;
      sentInSession = 0;
    }

    async function tryMail(mail: ClaimedMail, open: OpenSession): Promise<TryOutcome> {
      const limit = new AbortController();
      const timer = setTimeout(() => limit.abort(), TRY_WITHIN_MS);
      const signal = AbortSignal.any([limit.signal, aborting.signal]);
      try {
        session ??= await open(signal);
        await session.send(parts.compose(mail), signal);
        sentInSession += 1;
        refusedInARow = 0;
        failuresInARow = 0;
        return { kind: 'delivered' };
      } catch (error) {
        endSession();
        return outcomeOf(mail, error);
      } finally {
        clearTimeout(timer);
      }
    }

    function outcomeOf(mail: ClaimedMail, error: unknown): TryOutcome {
      if (aborting.signal.aborted) return { kind: 'returned' };
      const isMailError = error instanceof MailError;
      const about = isMailError ? error.about : 'mail';
      const reason = isMailError ? error.message : describeError(error).name;
      refusedInARow = about === 'sender' ? refusedInARow + 1 : 0;
      if (about === 'server' || refusedInARow >= REFUSED_IN_A_ROW) {
        failuresInARow += 1;
        log.error({ reason }, 'outbox: the mail server accepts no mail; sending pauses');
        return { kind: 'returned', reason };
      }
      const nowMs = Date.now();
      const waitedMs = nowMs - mail.queuedAtMs;
      const { ms, tries } = GIVE_UP_AFTER;
      const isOver = mail.tries >= tries && waitedMs >= ms;
      const isHopeless = mail.kind === 'confirmation' && about === 'recipient';
      if (isOver || isHopeless) return { kind: 'failed', reason };
      return { kind: 'retry', dueAtMs: nowMs + backoffMs(mail.tries), reason };
    }
  }

  async function idleMs(): Promise<number> {
    const dueAtMs = await persist(() => store.nextDueAtMs(), stopping.signal);
    const waitMs = (dueAtMs ?? Infinity) - Date.now();
    // Due and not claimed: another worker was faster.
    return Math.min(POLL_EVERY_MS, Math.max(100, waitMs));
  }

  /** Retries while the store is unavailable; rejects when the signal has aborted. */
  async function persist<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    let waitMs = STORE_PAUSE_MS.first;
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (signal.aborted) throw error;
        log.error({ error: describeError(error) }, 'outbox: the database does not answer');
        await sleep(waitMs, signal);
        waitMs = Math.min(STORE_PAUSE_MS.longest, 2 * waitMs);
      }
    }
  }

  function report({ id, kind, tries }: ClaimedMail, outcome: TryOutcome, isHeld: boolean): void {
    const reason = 'reason' in outcome ? outcome.reason : undefined;
    const fields = { mailId: id, mailKind: kind, tries, reason };
    if (!isHeld) {
      log.warn(fields, 'outbox: the lease had expired');
    } else if (outcome.kind === 'failed' && kind === 'company') {
      log.error(fields, "outbox: mail failed; 'enquiries requeue' tries it again");
    } else {
      const level = reason === undefined ? 'info' : 'warn';
      log[level](fields, `outbox: mail ${outcome.kind}`);
    }
  }

  return {
    /** Call after queuing a mail, to check at once. */
    wake(): void {
      wakeUp.abort();
      wakeUp = new AbortController();
    },
    /** Stops claiming, waits for running tries, and releases those that do not end in time. */
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
