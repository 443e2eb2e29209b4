import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './schema.ts';
import { type AcceptResult, CLOCK_SKEW_MS, type Limit, type NewEnquiry } from './store.ts';

/** `Store.acceptEnquiry`: whatever is not stored leaves nothing behind, not even a count. */
export async function acceptEnquiry(db: Kysely<Tables>, entry: NewEnquiry): Promise<AcceptResult> {
  try {
    return await db.transaction().execute((transaction) => accept(transaction, entry));
  } catch (error) {
    if (error instanceof NotAccepted) return error.result;
    throw error;
  }
}

/** Thrown inside the transaction, so that it is rolled back. */
class NotAccepted extends Error {
  readonly result: AcceptResult;

  constructor(result: AcceptResult) {
    super(result.kind);
    this.result = result;
  }
}

async function accept(db: Transaction<Tables>, entry: NewEnquiry): Promise<AcceptResult> {
  const enquiryId = randomUUID();
  const { submissionId = null, bodyHash, captcha, receivedAtMs } = entry;
  // Before everything else: a repeat carries the captcha its first try has spent and must not count
  // again. PostgreSQL waits here for the same submission that is being committed beside this one.
  const inserted = await db
    .insertInto('enquiry')
    .values({
      id: enquiryId,
      received_at_ms: receivedAtMs,
      submission_id: submissionId,
      body_hash: bodyHash,
    })
    .onConflict((conflict) => conflict.column('submission_id').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) {
    throw new NotAccepted(await resultOfDuplicate(db, submissionId, bodyHash));
  }

  const isConfirmed = await countAgainstLimits(db, entry);
  if (captcha) {
    const spent = await db
      .insertInto('spent_captcha')
      .values({ nonce: captcha.nonce, expires_at_ms: captcha.expiresAtMs })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (spent.numInsertedOrUpdatedRows === 0n) throw new NotAccepted({ kind: 'captcha-spent' });
  }
  const mails = entry.mails.filter(({ kind }) => isConfirmed || kind !== 'confirmation');
  await db
    .insertInto('mail')
    .values(
      mails.map(({ kind, visitor, messageId, dateMs, subject, text, html }) => ({
        id: randomUUID(),
        enquiry_id: enquiryId,
        kind,
        visitor_name: visitor.name,
        visitor_address: visitor.address,
        message_id: messageId,
        date_ms: dateMs,
        subject,
        text,
        html,
        state: 'queued' as const,
        queued_at_ms: receivedAtMs,
        since_ms: receivedAtMs,
        due_at_ms: receivedAtMs,
        fencing_token: 0,
        failed_tries: 0,
        last_failure: null,
      })),
    )
    .execute();
  return { kind: 'stored', enquiryId, isConfirmationLeftOut: mails.length < entry.mails.length };
}

async function resultOfDuplicate(
  db: Transaction<Tables>,
  submissionId: string | null,
  bodyHash: string,
): Promise<AcceptResult> {
  const earlier = await db
    .selectFrom('enquiry')
    .select(['id', 'body_hash'])
    .where('submission_id', '=', submissionId)
    .executeTakeFirst();
  if (!earlier) throw new Error('The submission was erased at this moment.');
  return earlier.body_hash === bodyHash
    ? { kind: 'repeated', enquiryId: earlier.id }
    : { kind: 'other-body' };
}

/** @returns whether a confirmation may be sent; it counts only when one is owed */
async function countAgainstLimits(
  db: Transaction<Tables>,
  { limits, mails, receivedAtMs }: NewEnquiry,
): Promise<boolean> {
  const mayConfirm = mails.some(({ kind }) => kind === 'confirmation');
  const confirmation = mayConfirm ? limits.confirmation : [];
  const windows = await countAll(db, [...limits.enquiry, ...confirmation], receivedAtMs);
  const isReached = ({ key, most }: Limit) => (windows.get(key)?.used ?? 0) > most;

  const reached = limits.enquiry.find(isReached);
  if (reached) {
    const untilMs = windows.get(reached.key)?.ends_at_ms ?? receivedAtMs;
    throw new NotAccepted({ kind: 'too-many', untilMs });
  }
  if (!confirmation.some(isReached)) return mayConfirm;
  await db
    .updateTable('limit_window')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where(
      'key',
      'in',
      confirmation.map(({ key }) => key),
    )
    .execute();
  return false;
}

/** Counts one more in each window, and begins those anew that have ended. */
async function countAll(db: Transaction<Tables>, limits: Limit[], nowMs: number) {
  if (limits.length === 0) return new Map<string, Tables['limit_window']>();
  const rows = await db
    .insertInto('limit_window')
    // In the order of the limits, the same in every process: two of them cannot wait for each other.
    .values(limits.map(({ key, windowMs }) => ({ key, used: 1, ends_at_ms: nowMs + windowMs })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const endsAtMs = eb.ref('limit_window.ends_at_ms');
        const isOpen = eb.and([
          eb(endsAtMs, '>', nowMs),
          // Longer than a window can be: a clock was set back since.
          eb(endsAtMs, '<=', eb(eb.ref('excluded.ends_at_ms'), '+', CLOCK_SKEW_MS)),
        ]);
        return {
          used: eb
            .case()
            .when(isOpen)
            .then(eb('limit_window.used', '+', 1))
            .else(1)
            .end(),
          ends_at_ms: eb
            .case()
            .when(isOpen)
            .then(endsAtMs)
            .else(eb.ref('excluded.ends_at_ms'))
            .end(),
        };
      }),
    )
    .returningAll()
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}
