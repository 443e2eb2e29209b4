import { type Kysely, sql } from 'kysely';
import { acceptEnquiry } from './accept-enquiry.ts';
import type { Tables } from './schema.ts';
import {
  CLOCK_SKEW_MS,
  type ClaimedMail,
  KEEP_DELIVERED_MS,
  KEEP_SPENT_MS,
  type StoreMethods,
} from './store.ts';

/** In these very words, and without parameters: both databases then use the index `mail_open`. */
const isOpen = sql<boolean>`state in ('queued', 'sending')`;

/** The statements of a store, the same for both databases but for one lock. */
export function createStatements(
  db: Kysely<Tables>,
  database: 'sqlite' | 'postgres',
): StoreMethods {
  async function move(claim: ClaimedMail, change: Partial<Tables['mail']>): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('mail')
      .set(change)
      .where('id', '=', claim.mailId)
      .where('fencing_token', '=', claim.fencingToken)
      .where('state', '=', 'sending')
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  return {
    async checkWritable() {
      await db
        .updateTable('write_probe')
        .set((eb) => ({ written: eb('written', '+', 1) }))
        .execute();
    },

    acceptEnquiry: (entry) => acceptEnquiry(db, entry),

    findSubmission: (submissionId) =>
      db
        .selectFrom('enquiry')
        .select(['id as enquiryId', 'body_hash as bodyHash'])
        .where('submission_id', '=', submissionId)
        .executeTakeFirst(),

    async claimNextMail(nowMs, leaseMs) {
      const row = await db
        .updateTable('mail')
        .set((eb) => ({
          state: 'sending' as const,
          since_ms: nowMs,
          due_at_ms: nowMs + leaseMs,
          fencing_token: eb('fencing_token', '+', 1),
        }))
        .where('id', '=', (eb) =>
          eb
            .selectFrom('mail')
            .select('id')
            .where(isOpen)
            .where((or) =>
              or.or([or('due_at_ms', '<=', nowMs), or('since_ms', '>', nowMs + CLOCK_SKEW_MS)]),
            )
            .orderBy('due_at_ms')
            .limit(1)
            // SQLite has one writer at a time anyway.
            .$if(database === 'postgres', (query) => query.forUpdate().skipLocked()),
        )
        .returningAll()
        .executeTakeFirst();
      return row && claimedMail(row);
    },

    markDelivered: (claim, nowMs) =>
      move(claim, { state: 'delivered', since_ms: nowMs, due_at_ms: nowMs }),

    markFailed: (claim, nowMs) =>
      move(claim, {
        state: 'failed',
        since_ms: nowMs,
        due_at_ms: nowMs,
        failed_tries: claim.failedTries + 1,
        last_failure: 'permanent',
      }),

    retryAt: (claim, nowMs, dueAtMs, failure) =>
      move(claim, {
        state: 'queued',
        since_ms: nowMs,
        due_at_ms: dueAtMs,
        failed_tries: claim.failedTries + 1,
        last_failure: failure,
      }),

    release: (claim, nowMs, dueAtMs) =>
      move(claim, { state: 'queued', since_ms: nowMs, due_at_ms: dueAtMs }),

    async requeueFailed(nowMs) {
      const { numUpdatedRows } = await db
        .updateTable('mail')
        .set({
          state: 'queued',
          queued_at_ms: nowMs,
          since_ms: nowMs,
          due_at_ms: nowMs,
          failed_tries: 0,
        })
        .where('state', '=', 'failed')
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    async retryUnreachable(nowMs) {
      const { numUpdatedRows } = await db
        .updateTable('mail')
        .set({ since_ms: nowMs, due_at_ms: nowMs })
        .where(isOpen)
        .where('state', '=', 'queued')
        .where('due_at_ms', '>', nowMs)
        .where('last_failure', '=', 'unreachable')
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    async nextDueAtMs() {
      const row = await db
        .selectFrom('mail')
        .select((eb) => eb.fn.min<number | null>('due_at_ms').as('dueAtMs'))
        .where(isOpen)
        .executeTakeFirst();
      return row?.dueAtMs ?? undefined;
    },

    async countMails() {
      const rows = await db
        .selectFrom('mail')
        .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
        .groupBy('state')
        .execute();
      const counts = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
      return { queued: 0, sending: 0, delivered: 0, failed: 0, ...counts };
    },

    async countFailedCompanyMails() {
      const { count } = await db
        .selectFrom('mail')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('state', '=', 'failed')
        .where('kind', '=', 'company')
        .executeTakeFirstOrThrow();
      return count;
    },

    eraseExpired: (nowMs) =>
      db.transaction().execute(async (transaction) => {
        const keptSinceMs = nowMs - KEEP_DELIVERED_MS;
        await transaction.deleteFrom('limit_window').where('ends_at_ms', '<=', nowMs).execute();
        await transaction
          .deleteFrom('spent_captcha')
          .where('expires_at_ms', '<', nowMs - KEEP_SPENT_MS)
          .execute();
        await transaction
          .deleteFrom('enquiry')
          .where('received_at_ms', '<', keptSinceMs)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('mail')
                  .select('mail.id')
                  .whereRef('mail.enquiry_id', '=', 'enquiry.id')
                  .where((eb) =>
                    eb.or([
                      eb('since_ms', '>=', keptSinceMs),
                      eb('state', 'in', ['queued', 'sending']),
                      eb.and([eb('state', '=', 'failed'), eb('kind', '=', 'company')]),
                    ]),
                  ),
              ),
            ),
          )
          .execute();
      }),
  };
}

function claimedMail(row: Tables['mail']): ClaimedMail {
  return {
    mailId: row.id,
    fencingToken: row.fencing_token,
    failedTries: row.failed_tries,
    queuedAtMs: row.queued_at_ms,
    mail: {
      kind: row.kind,
      visitor: { name: row.visitor_name, address: row.visitor_address },
      messageId: row.message_id,
      dateMs: row.date_ms,
      subject: row.subject,
      text: row.text,
      html: row.html,
    },
  };
}
