import type { Enquiry } from '../../enquiry/enquiry.ts';
import type { Database, MailKind, MailState } from './database.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How long a claim lasts. It is longer than any attempt. */
export const LEASE_MS = 15 * MINUTE_MS;
/** The longest delay before the next attempt. */
export const MAX_DELAY_MS = 6 * HOUR_MS;
/**
 * A mail whose due time lies further ahead than this is due now, because the clock must have been
 * set back.
 */
const CLOCK_JUMP_MS = MAX_DELAY_MS + HOUR_MS;
const CONFIRMATION_REQUEUE_MS = 3 * 24 * HOUR_MS;

const DUE_CONDITION = `state = 'queued' AND (due_at_ms <= $1 OR due_at_ms > $2)`;

export interface ClaimedMail {
  id: string;
  /** The fencing token identifies this claim. Every later write requires it. */
  fencingToken: number;
  kind: MailKind;
  /** The Message-ID with angle brackets, the same in each attempt. */
  messageId: string;
  /** The number of attempts, this one included. Its column is `tries`. */
  attempts: number;
  /** How many attempts got no reply, counting this one in advance. Its column is `unanswered`. */
  withoutReply: number;
  queuedAtMs: number;
  /** The `Date` header, the same in each attempt. */
  receivedAtMs: number;
  fields: Enquiry;
  isSpam: boolean;
}

/**
 * Why the mail server refused a mail. 'mailbox': the mailbox does not exist. Any other refusal may
 * end once a setting or the mail server is corrected: 'permanent' is a 5xx reply, 'temporary' a 4xx
 * reply.
 */
export type Refusal = 'mailbox' | 'permanent' | 'temporary';

interface Failure {
  reason: string;
  refusal?: Refusal | undefined;
  /** Whether the mail server may have taken the mail. */
  hasNoReply?: boolean;
}

export type AttemptOutcome =
  /** `reason` says why some of the recipients were refused. */
  | { kind: 'delivered' | 'kept'; reason?: string | undefined }
  | ({ kind: 'failed' } & Failure)
  | ({ kind: 'retry'; dueAtMs: number } & Failure)
  /** The mail was released: the attempt does not count, and the mail is due at once. */
  | { kind: 'released'; reason?: string };

/**
 * Claims the next due mail and counts the attempt. The outer WHERE repeats the condition, so that
 * of two servers that select the same row only one claims it.
 */
export async function claimMail(
  { query, engine }: Database,
  nowMs: number,
): Promise<ClaimedMail | undefined> {
  const lock = engine === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : '';
  const ofEnquiry = (column: string) =>
    `(SELECT ${column} FROM enquiry WHERE enquiry.id = mail.enquiry_id)`;
  const [mail] = await query<ClaimedMail & { fields: string; skipped: string | null }>(
    `UPDATE mail SET tries = tries + 1, unanswered = unanswered + 1,
       fencing_token = fencing_token + 1, due_at_ms = $3, claimed_until_ms = $3
     WHERE id = (SELECT id FROM mail WHERE ${DUE_CONDITION} ORDER BY leaves_last, due_at_ms LIMIT 1 ${lock})
       AND ${DUE_CONDITION}
     RETURNING id, kind, tries AS attempts, unanswered AS "withoutReply", fencing_token AS "fencingToken",
       message_id AS "messageId", queued_at_ms AS "queuedAtMs",
       ${ofEnquiry('received_at_ms')} AS "receivedAtMs",
       ${ofEnquiry('fields')} AS fields, ${ofEnquiry('confirmation_skipped')} AS skipped`,
    [nowMs, nowMs + CLOCK_JUMP_MS, nowMs + LEASE_MS],
  );
  if (!mail) return undefined;
  const { skipped, ...claim } = mail;
  return { ...claim, fields: JSON.parse(mail.fields), isSpam: skipped === 'spam' };
}

/** @returns false when the claim was lost: nothing was written */
export async function settleMail(
  { query }: Database,
  { id, fencingToken, attempts, withoutReply }: ClaimedMail,
  outcome: AttemptOutcome,
  nowMs: number,
): Promise<boolean> {
  const isOver = outcome.kind !== 'retry' && outcome.kind !== 'released';
  const hasNoReply = 'hasNoReply' in outcome && outcome.hasNoReply === true;
  const refusal = 'refusal' in outcome ? (outcome.refusal ?? null) : null;
  const rows = await query(
    `UPDATE mail SET state = $1, tries = $2, due_at_ms = $3, ended_at_ms = $4, last_error = $5,
       refusal = coalesce($8, refusal), refused_at_ms = coalesce($9, refused_at_ms),
       unanswered = $10, claimed_until_ms = NULL
     WHERE id = $6 AND fencing_token = $7 AND state = 'queued' RETURNING id`,
    [
      isOver ? outcome.kind : 'queued',
      outcome.kind === 'released' ? attempts - 1 : attempts,
      outcome.kind === 'retry' ? outcome.dueAtMs : nowMs,
      isOver ? nowMs : null,
      'reason' in outcome ? (outcome.reason ?? null) : null,
      id,
      fencingToken,
      refusal,
      refusal && nowMs,
      hasNoReply ? withoutReply : withoutReply - 1,
    ],
  );
  return rows.length === 1;
}

/** When the next mail is due; undefined if none is queued. */
export async function nextDueAtMs({ query }: Database): Promise<number | undefined> {
  const [next] = await query<{ dueAtMs: number | null }>(
    `SELECT min(due_at_ms) AS "dueAtMs" FROM mail WHERE state = 'queued'`,
  );
  return next?.dueAtMs ?? undefined;
}

/**
 * Makes mails due now and resets their count of attempts: those of one enquiry, or all company
 * mails and the confirmations of the last three days. Mails that a worker has claimed are left
 * alone.
 */
export async function requeueMail({ query }: Database, nowMs: number, enquiryId?: string) {
  const values = [nowMs, nowMs + LEASE_MS];
  let which = 'enquiry_id = $3';
  if (enquiryId === undefined) {
    which = `(kind = 'company' OR (SELECT received_at_ms FROM enquiry
      WHERE enquiry.id = mail.enquiry_id) > $3)`;
  }
  const rows = await query(
    `UPDATE mail SET state = 'queued', tries = 0, unanswered = 0, queued_at_ms = $1,
       due_at_ms = $1, ended_at_ms = NULL
     WHERE (state = 'failed' OR (state = 'queued'
       AND (claimed_until_ms IS NULL OR claimed_until_ms <= $1 OR claimed_until_ms > $2)))
       AND ${which} RETURNING id`,
    [...values, enquiryId ?? nowMs - CONFIRMATION_REQUEUE_MS],
  );
  return rows.length;
}

/** When mails that are still queued were last requeued; undefined if none were. */
export async function lastRequeueAtMs({ query }: Database): Promise<number | undefined> {
  const [last] = await query<{ requeuedAtMs: number | null }>(
    `SELECT max(mail.queued_at_ms) AS "requeuedAtMs"
     FROM mail JOIN enquiry ON enquiry.id = mail.enquiry_id
     WHERE mail.state = 'queued' AND mail.queued_at_ms > enquiry.received_at_ms`,
  );
  return last?.requeuedAtMs ?? undefined;
}

/**
 * Reads the confirmations that were refused since one was last delivered, for a reason other than
 * the mailbox. Returns how many different domains they go to and what the mail server said last. A
 * temporary refusal counts only once its mail has failed.
 */
export async function readRefusedConfirmations({
  query,
}: Database): Promise<{ domains: number; reason?: string }> {
  const rows = await query<{ email: string; reason: string | null }>(
    `SELECT enquiry.email AS email, mail.last_error AS reason
     FROM mail JOIN enquiry ON enquiry.id = mail.enquiry_id
     WHERE mail.kind = 'confirmation' AND mail.state IN ('queued', 'failed')
       AND (mail.refusal = 'permanent' OR (mail.refusal = 'temporary' AND mail.state = 'failed'))
       AND mail.refused_at_ms > coalesce((SELECT max(ended_at_ms) FROM mail
         WHERE kind = 'confirmation' AND state = 'delivered'), 0)
     ORDER BY mail.refused_at_ms DESC LIMIT 100`,
  );
  const domains = new Set(rows.map(({ email }) => email.split('@').at(-1)));
  const reason = rows[0]?.reason;
  return { domains: domains.size, ...(reason && { reason }) };
}

/**
 * Counts the company mails that failed, and those that are late: still queued an hour after
 * their enquiry arrived. Requeuing a mail does not make it less late.
 */
export async function readHealth(
  { query }: Database,
  nowMs: number,
): Promise<{ failed: number; late: number; reason?: string }> {
  const rows = await query<{ state: MailState; reason: string | null }>(
    `SELECT mail.state AS state, mail.last_error AS reason
     FROM mail JOIN enquiry ON enquiry.id = mail.enquiry_id
     WHERE mail.kind = 'company' AND (mail.state = 'failed'
       OR (mail.state = 'queued' AND enquiry.received_at_ms < $1))
     ORDER BY enquiry.received_at_ms`,
    [nowMs - HOUR_MS],
  );
  const failed = rows.filter(({ state }) => state === 'failed').length;
  const reason = rows[0]?.reason;
  return { failed, late: rows.length - failed, ...(reason && { reason }) };
}
