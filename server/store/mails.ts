import { type Kysely, sql } from 'kysely';
import type { Enquiry } from '../../enquiry/enquiry.ts';
import type { Database, MailKind, Tables } from './database.ts';

const MINUTE_MS = 60_000;

/** Duration of a claim. A try ends well before (`outbox.ts`). */
const LEASE_MS = 15 * MINUTE_MS;
/** Delay after each try; the last one repeats. */
const BACKOFF_MS = [5, 10, 20, 40, 80, 160, 320, 360].map((minutes) => minutes * MINUTE_MS);
/** A mail due later than any delay means that the clock was set back; it would wait too long. */
const CLOCK_JUMP_MS = 7 * 60 * MINUTE_MS;

/** Delay after `tries` tries. */
export const backoffMs = (tries: number): number =>
  BACKOFF_MS[Math.min(tries, BACKOFF_MS.length) - 1] ?? MINUTE_MS;

/**
 * Lease duration by number of earlier tries: at least the backoff delay, so that a poison message,
 * which crashes the process before it records a result, backs off too.
 */
const CLAIMED_FOR = sql<number>`CASE tries ${sql.join(
  BACKOFF_MS.map(
    (ms, tries) => sql`WHEN ${sql.lit(tries)} THEN ${sql.lit(Math.max(LEASE_MS, ms))}`,
  ),
  sql` `,
)} ELSE ${sql.lit(BACKOFF_MS.at(-1) ?? LEASE_MS)} END`;

/** A mail that a worker has claimed. */
export interface ClaimedMail {
  id: string;
  /** Identifies this claim; required for every later write. */
  fencingToken: number;
  kind: MailKind;
  /** With angle brackets; the same in each try, so that duplicates can be recognised. */
  messageId: string;
  /** Includes this try. */
  tries: number;
  queuedAtMs: number;
  /** The `Date` header, the same in each try. */
  receivedAtMs: number;
  fields: Enquiry;
  isSpam: boolean;
}

export type TryOutcome =
  | { kind: 'delivered' }
  | { kind: 'failed'; reason: string }
  | { kind: 'retry'; dueAtMs: number; reason: string }
  /** Released: the try does not count, and the mail is due at once. */
  | { kind: 'returned'; reason?: string };

/**
 * Claims the next due mail in one statement and counts the try. The condition is repeated in the
 * outer WHERE, so that of two servers that select the same row only one claims it.
 */
export async function claimMail(
  { db, engine }: Database,
  nowMs: number,
): Promise<ClaimedMail | undefined> {
  // A literal, because SQLite would not use the partial index with a parameter.
  const isDue = sql<boolean>`state = 'queued' AND (due_at_ms <= ${nowMs} OR due_at_ms > ${nowMs + CLOCK_JUMP_MS})`;
  const mail = await db
    .updateTable('mail')
    .set((eb) => ({
      tries: eb('tries', '+', 1),
      fencing_token: eb('fencing_token', '+', 1),
      due_at_ms: sql<number>`${sql.lit(nowMs)} + ${CLAIMED_FOR}`,
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('mail')
        .select('id')
        .where(isDue)
        .orderBy('leaves_last')
        .orderBy('due_at_ms')
        .limit(1)
        .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .where(isDue)
    .returningAll()
    .executeTakeFirst();
  if (!mail) return undefined;
  const enquiry = await db
    .selectFrom('enquiry')
    .selectAll()
    .where('id', '=', mail.enquiry_id)
    .executeTakeFirst();
  // Erased since.
  if (!enquiry) return undefined;
  return {
    id: mail.id,
    fencingToken: mail.fencing_token,
    kind: mail.kind,
    messageId: mail.message_id,
    tries: mail.tries,
    queuedAtMs: mail.queued_at_ms,
    receivedAtMs: enquiry.received_at_ms,
    fields: JSON.parse(enquiry.fields),
    isSpam: enquiry.confirmation_skipped === 'spam',
  };
}

/** @returns false when the claim is no longer held: nothing was written */
export async function settleMail(
  db: Kysely<Tables>,
  { id, fencingToken, tries }: ClaimedMail,
  outcome: TryOutcome,
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set(changeOf(outcome, tries, nowMs))
    .where('id', '=', id)
    .where('fencing_token', '=', fencingToken)
    .where('state', '=', 'queued')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function changeOf(outcome: TryOutcome, tries: number, nowMs: number): Partial<Tables['mail']> {
  switch (outcome.kind) {
    case 'delivered':
      return { state: 'delivered', ended_at_ms: nowMs, last_error: null };
    case 'failed':
      return { state: 'failed', ended_at_ms: nowMs, last_error: outcome.reason };
    case 'retry':
      return { due_at_ms: outcome.dueAtMs, last_error: outcome.reason };
    case 'returned': {
      const { reason } = outcome;
      return { tries: tries - 1, due_at_ms: nowMs, ...(reason && { last_error: reason }) };
    }
  }
}

/** When the next mail is due; undefined if none is queued. */
export async function nextDueAtMs(db: Kysely<Tables>): Promise<number | undefined> {
  const next = await db
    .selectFrom('mail')
    .select((eb) => eb.fn.min<number | null>('due_at_ms').as('due_at_ms'))
    .where(sql<boolean>`state = 'queued'`)
    .executeTakeFirst();
  return next?.due_at_ms ?? undefined;
}

/**
 * Requeues failed mails with a fresh retry budget: those of one enquiry, or all mails to the
 * company.
 */
export async function requeueMail(
  db: Kysely<Tables>,
  nowMs: number,
  enquiryId?: string,
): Promise<number> {
  const update = db
    .updateTable('mail')
    .set({ state: 'queued', tries: 0, queued_at_ms: nowMs, due_at_ms: nowMs, ended_at_ms: null })
    .where(sql<boolean>`state = 'failed'`);
  const { numUpdatedRows } = await (enquiryId === undefined
    ? update.where('kind', '=', 'company')
    : update.where('enquiry_id', '=', enquiryId)
  ).executeTakeFirst();
  return Number(numUpdatedRows);
}
