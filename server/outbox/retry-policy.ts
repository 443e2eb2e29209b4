import { type AttemptOutcome, type ClaimedMail, LEASE_MS, MAX_DELAY_MS } from '../store/mails.ts';
import type { MailError } from './mail-server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The time limit of one attempt, from connecting to the last reply: less than a claim lasts. */
export const ATTEMPT_TIMEOUT_MS = LEASE_MS - 3 * MINUTE_MS;
/** The pause while the mail server fails. Each pause doubles. */
const SERVER_PAUSE_MS = { first: MINUTE_MS, longest: 15 * MINUTE_MS };

/** The delay after each attempt that cannot have delivered. The last one repeats. */
const RETRY_MINUTES = [5, 10, 20, 40, 60];
/** The delay after each attempt that may have delivered: longer, so that copies are rare. */
const NO_REPLY_MINUTES = [5, 10, 20, 40, 80, 160, 320, MAX_DELAY_MS / MINUTE_MS];
/** A mail is given up once both the time and the number of attempts are reached. */
export const GIVE_UP_AFTER = {
  company: { ms: 72 * HOUR_MS, attempts: 12 },
  confirmation: { ms: 24 * HOUR_MS, attempts: 12 },
};
/** How many times a mail is sent when no reply to its content comes. */
export const MAX_WITHOUT_REPLY = { company: 12, confirmation: 1 };

/** @param failures how many attempts failed in a row */
export function serverPauseMs(failures: number): number {
  const { first, longest } = SERVER_PAUSE_MS;
  return Math.min(longest, first * 2 ** (failures - 1));
}

/**
 * What becomes of a mail after a failed attempt. The same rules are a table in docs/guarantees.md.
 *
 * @param about what failed, from the {@link MailError}
 */
export function outcomeOfFailure(
  mail: ClaimedMail,
  about: MailError['about'],
  reason: string,
  nowMs: number,
): AttemptOutcome {
  const { kind, attempts, withoutReply } = mail;
  if (about === 'server') return { kind: 'released', reason };
  if (about === 'no-reply') {
    const hasNoReply = true;
    if (withoutReply >= MAX_WITHOUT_REPLY[kind]) return { kind: 'failed', reason, hasNoReply };
    const dueAtMs = nowMs + delayMs(NO_REPLY_MINUTES, withoutReply);
    return { kind: 'retry', dueAtMs, reason, hasNoReply };
  }
  const refusal = about === 'content' ? undefined : about;
  const giveUp = GIVE_UP_AFTER[kind];
  const isOver = attempts >= giveUp.attempts && nowMs - mail.queuedAtMs >= giveUp.ms;
  const isHopeless = kind === 'confirmation' && refusal === 'mailbox';
  if (isOver || isHopeless) return { kind: 'failed', reason, refusal };
  return { kind: 'retry', dueAtMs: nowMs + delayMs(RETRY_MINUTES, attempts), reason, refusal };
}

/** Whether so many attempts ended without a reply, or in a crash, that the mail is given up. */
export function isSentTooOften({ withoutReply }: ClaimedMail): boolean {
  return withoutReply > MAX_WITHOUT_REPLY.company;
}

function delayMs(minutes: number[], nth: number): number {
  return (minutes[nth - 1] ?? Math.max(...minutes)) * MINUTE_MS;
}
