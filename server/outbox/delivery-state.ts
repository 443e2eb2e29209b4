import type { FailureKind, OutgoingMail } from '../store/store.ts';

/*
 * A mail's life in the outbox. The names are the values of the store's `state` column.
 *
 * | state     | event                                       | next      |
 * |-----------|---------------------------------------------|-----------|
 * | –         | accepted                                    | queued    |
 * | –         | enquiry beyond the hour's single mails      | gathered  |
 * | –         | confirmation beyond the hour's              | held      |
 * | queued    | claimed by a worker                         | sending   |
 * | sending   | the mail server took it                     | delivered |
 * | sending   | no mail server, broken off, not now         | queued    |
 * | sending   | company's mail refused (5xx)                | queued    |
 * | sending   | confirmation refused for its recipient      | failed    |
 * | sending   | fault of login or TLS: sending pauses       | queued    |
 * | sending   | lease ran out, or release                   | queued    |
 * | sending   | given up after 72 h                         | failed    |
 * | failed    | requeued by the operator                    | queued    |
 * | gathered  | the digest that brings it was delivered     | delivered |
 * | held      | the hour has room for it                    | queued    |
 * | held      | a day has gone by                           | dropped   |
 *
 * A lease that ran out is claimed straight from `sending`: the next worker takes it as if it were
 * queued. A mail of which three tries in a row came to no end that somebody could write down may be
 * what kills the process: it is then tried alone, after all others, once an hour.
 */

/** How one try to hand a mail to the mail server ended. */
export type DeliveryOutcome =
  | { kind: 'delivered' }
  /** No mail server let us come to a mail: no connection, no greeting. */
  | { kind: 'unreachable'; reason: string }
  /** The talk about this mail broke off, or fell silent; after its final dot it may have arrived. */
  | { kind: 'stalled'; mayHaveArrived: boolean; reason: string }
  /** This mail can be sent later: greylisting, full mailbox (4xx). */
  | { kind: 'temporary'; reason: string }
  /** This mail is refused (5xx), by a server that may be mended or change its mind. */
  | { kind: 'refused'; isAboutRecipient: boolean; reason: string }
  /** No mail can be sent until somebody mends it: login, certificate, our sender address. */
  | { kind: 'fault'; reason: string };

/** What the outbox writes after a try. */
export type NextStep =
  | { kind: 'delivered' }
  | { kind: 'retry'; dueAtMs: number; failure: FailureKind; reason: string }
  | { kind: 'failed'; failure: FailureKind; reason: string }
  /** Broken off by a stop; the try does not count. */
  | { kind: 'released' }
  /** The try does not count; nothing is sent before `dueAtMs`. */
  | { kind: 'pause'; dueAtMs: number; reason: string };

/** How long a worker may hold a mail before another may take it, in milliseconds; renewed meanwhile. */
export const LEASE_MS = 120_000;
/** A mail that may be what kills the process is tried so seldom, in milliseconds. */
export const DEADLY_LEASE_MS = 3_600_000;
/** How long a mail is tried before it counts as failed, in milliseconds. */
export const GIVE_UP_AFTER_MS = 72 * 3_600_000;
/**
 * Tries a mail is owed however old it is: neither a clock that jumps ahead nor a pause of three
 * days may turn one refusal into 'failed'. On time, 72 hours hold more tries than this.
 */
export const GIVE_UP_AFTER_TRIES = 12;

const FIRST_RETRY_MS = 15_000;
/** After a refusal, and where a copy may have arrived: slower. */
const FIRST_SLOW_RETRY_MS = 5 * 60_000;
const LONGEST_RETRY_MS = 6 * 3_600_000;
const JITTER = 0.2;

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

/**
 * What follows from a try.
 *
 * @param mail `failedTries` before this try
 * @param pausesInARow pauses since a mail last went out, this one not counted
 * @param random a number in [0, 1), to spread many mails over time
 */
export function nextStep(
  outcome: DeliveryOutcome,
  mail: Tried,
  { nowMs, pausesInARow, random }: { nowMs: number; pausesInARow: number; random: number },
): NextStep {
  switch (outcome.kind) {
    case 'delivered':
      return outcome;
    case 'fault':
      return { ...outcome, kind: 'pause', dueAtMs: nowMs + pauseMs(pausesInARow) };
    default: {
      const { kind: failure, reason } = outcome;
      const isConfirmation = mail.kind === 'confirmation';
      if (isConfirmation && outcome.kind === 'refused' && outcome.isAboutRecipient) {
        return { kind: 'failed', failure, reason };
      }
      const failedTries = mail.failedTries + 1;
      if (isGivenUp(mail.queuedAtMs, failedTries, nowMs)) {
        const why = `given up after ${failedTries} tries: ${reason}`;
        return { kind: 'failed', failure, reason: why };
      }
      const dueAtMs = nowMs + retryDelayMs(failedTries, random, isSlow(outcome));
      return { kind: 'retry', dueAtMs, failure, reason };
    }
  }
}

/** What decides about a mail's next try. */
export interface Tried {
  kind: OutgoingMail['kind'];
  failedTries: number;
  queuedAtMs: number;
}

/** Whether so many tries over so long are enough. */
export function isGivenUp(queuedAtMs: number, tries: number, nowMs: number): boolean {
  return nowMs - queuedAtMs >= GIVE_UP_AFTER_MS && tries >= GIVE_UP_AFTER_TRIES;
}

function isSlow(outcome: DeliveryOutcome): boolean {
  return outcome.kind === 'refused' || (outcome.kind === 'stalled' && outcome.mayHaveArrived);
}

/**
 * Wait before the next try: `min(6 h, 15 s × 2^n) ± 20 %`, in milliseconds; the slow one begins at
 * 5 minutes.
 *
 * @param failedTries how many tries failed before this wait, from 1
 * @param random a number in [0, 1), to spread many mails over time
 */
export function retryDelayMs(failedTries: number, random: number, slow = false): number {
  const firstMs = slow ? FIRST_SLOW_RETRY_MS : FIRST_RETRY_MS;
  const delayMs = Math.min(LONGEST_RETRY_MS, firstMs * 2 ** (failedTries - 1));
  return Math.round(delayMs * (1 - JITTER + 2 * JITTER * random));
}

/** How long sending pauses: 1 minute, doubling to 15, so that a mended login is soon noticed. */
function pauseMs(pausesInARow: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pausesInARow);
}
