/*
 * A mail's life in the outbox. The names are the values of the store's `state` column.
 *
 * | state     | event                                 | next      |
 * |-----------|---------------------------------------|-----------|
 * | queued    | claimed by a worker                   | sending   |
 * | sending   | the mail server took it               | delivered |
 * | sending   | temporary refusal, or no mail server  | queued    |
 * | sending   | fault of login or TLS: sending pauses | queued    |
 * | sending   | lease ran out, or release             | queued    |
 * | sending   | permanent refusal, or given up        | failed    |
 * | failed    | requeued by the operator              | queued    |
 *
 * A lease that ran out is claimed straight from `sending`: the next worker takes it as if it were
 * queued.
 */

/** How one try to hand a mail to the mail server ended. */
export type DeliveryOutcome =
  | { kind: 'delivered' }
  /** No mail server answered: no connection, time-out. */
  | { kind: 'unreachable'; reason: string }
  /** This mail can be sent later: greylisting, full mailbox (4xx). */
  | { kind: 'temporary'; reason: string }
  /** This recipient or this mail was refused for good (5xx). */
  | { kind: 'permanent'; reason: string }
  /** No mail can be sent until somebody mends it: login, certificate, our sender address. */
  | { kind: 'fault'; reason: string };

/** What the outbox writes after a try. */
export type NextStep =
  | { kind: 'delivered' }
  | { kind: 'retry'; dueAtMs: number; failure: 'unreachable' | 'temporary'; reason: string }
  | { kind: 'failed'; reason: string }
  /** The try does not count; nothing is sent before `dueAtMs`. */
  | { kind: 'pause'; dueAtMs: number; reason: string };

/** How long a worker may hold a mail before another may take it, in milliseconds. */
export const LEASE_MS = 120_000;
/** How long a mail is tried before it counts as failed, in milliseconds. */
export const GIVE_UP_AFTER_MS = 72 * 3_600_000;
/**
 * Tries a mail is owed however old it is: neither a clock that jumps ahead nor a pause of three
 * days may turn one refusal into 'failed'. On time, 72 hours hold more tries than this.
 */
export const GIVE_UP_AFTER_TRIES = 12;

const FIRST_RETRY_MS = 15_000;
const LONGEST_RETRY_MS = 6 * 3_600_000;
const JITTER = 0.2;

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

/**
 * What follows from a try.
 *
 * @param mail `failedTries` before this try; `queuedAtMs` when it was queued
 * @param pausesInARow pauses since a mail last went out, this one not counted
 * @param random a number in [0, 1), to spread many mails over time
 */
export function nextStep(
  outcome: DeliveryOutcome,
  mail: { failedTries: number; queuedAtMs: number },
  { nowMs, pausesInARow, random }: { nowMs: number; pausesInARow: number; random: number },
): NextStep {
  switch (outcome.kind) {
    case 'delivered':
      return outcome;
    case 'permanent':
      return { kind: 'failed', reason: outcome.reason };
    case 'fault':
      return { ...outcome, kind: 'pause', dueAtMs: nowMs + pauseMs(pausesInARow) };
    case 'unreachable':
    case 'temporary': {
      const failedTries = mail.failedTries + 1;
      if (nowMs - mail.queuedAtMs >= GIVE_UP_AFTER_MS && failedTries >= GIVE_UP_AFTER_TRIES) {
        return { kind: 'failed', reason: `given up after ${failedTries} tries: ${outcome.reason}` };
      }
      const dueAtMs = nowMs + retryDelayMs(failedTries, random);
      return { kind: 'retry', dueAtMs, failure: outcome.kind, reason: outcome.reason };
    }
  }
}

/**
 * Wait before the next try: `min(6 h, 15 s × 2^n) ± 20 %`, in milliseconds.
 *
 * @param failedTries how many tries failed before this wait, from 1
 * @param random a number in [0, 1), to spread many mails over time
 */
export function retryDelayMs(failedTries: number, random: number): number {
  const delayMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failedTries - 1));
  return Math.round(delayMs * (1 - JITTER + 2 * JITTER * random));
}

/** How long sending pauses: 1 minute, doubling to 15, so that a mended login is soon noticed. */
function pauseMs(pausesInARow: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pausesInARow);
}
