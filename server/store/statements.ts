import { type Kysely, type RawBuilder, sql } from 'kysely';
import { acceptEnquiry, proveStorable, readAskedTimes } from './accept-enquiry.ts';
import { eraseEmptyDigests, queuedAnew } from './change-records.ts';
import { gatherDigests, partsOfDigest } from './digests.ts';
import { releaseHeldConfirmations } from './held-confirmations.ts';
import type { Tables } from './schema.ts';
import {
  CLOCK_SKEW_MS,
  type ClaimedMail,
  DEADLY_AFTER,
  type DigestPart,
  type Failure,
  KEEP_DELIVERED_MS,
  KEEP_SPENT_MS,
  type OutboxCounts,
  type StoreMethods,
  TELL_WITHIN_MS,
} from './store.ts';

/** In these very words, and without parameters: both databases then use the index `mail_open`. */
const isOpen = sql<boolean>`state in ('queued', 'sending')`;

const DEADLY = sql.lit(DEADLY_AFTER);

const NO_MAILS: OutboxCounts = {
  queued: 0,
  sending: 0,
  delivered: 0,
  failed: 0,
  gathered: 0,
  held: 0,
  dropped: 0,
};

/** The statements of a store, the same for both databases but for one lock. */
export function createStatements(
  db: Kysely<Tables>,
  database: 'sqlite' | 'postgres',
): StoreMethods {
  async function claim(
    which: RawBuilder<boolean>,
    nowMs: number,
    leaseMs: number,
  ): Promise<ClaimedMail | undefined> {
    const row = await db
      .updateTable('mail')
      .set((eb) => ({
        state: 'sending' as const,
        since_ms: nowMs,
        due_at_ms: nowMs + leaseMs,
        fencing_token: eb('fencing_token', '+', 1),
        deaths: eb('deaths', '+', 1),
      }))
      .where('id', '=', (eb) =>
        eb
          .selectFrom('mail')
          .select('id')
          .where(isOpen)
          .where(which)
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
    if (!row) return undefined;
    return claimedMail(row, row.kind === 'digest' ? await partsOfDigest(db, row.id) : []);
  }

  return {
    async checkWritable() {
      await db
        .updateTable('write_probe')
        .set((eb) => ({ written: eb('written', '+', 1) }))
        .execute();
    },

    proveStorable: () => proveStorable(db),

    acceptEnquiry: (entry) => acceptEnquiry(db, entry),

    askedTimes: (shares, nowMs) => readAskedTimes(db, shares, nowMs),

    findSubmission: (submissionId) =>
      db
        .selectFrom('enquiry')
        .select(['id as enquiryId', 'body_hash as bodyHash'])
        .where('submission_id', '=', submissionId)
        .executeTakeFirst(),

    claimNextMail: (nowMs, leaseMs) => claim(sql`deaths < ${DEADLY}`, nowMs, leaseMs),
    claimDeadlyMail: (nowMs, leaseMs) => claim(sql`deaths >= ${DEADLY}`, nowMs, leaseMs),

    renewLease: (claim, nowMs, leaseMs) => move(db, claim, { due_at_ms: nowMs + leaseMs }),

    markDelivered(claim, nowMs) {
      const change = { state: 'delivered', since_ms: nowMs, due_at_ms: nowMs } as const;
      if (claim.mail.kind !== 'digest') return move(db, claim, { ...change, deaths: 0 });
      return db.transaction().execute(async (transaction) => {
        if (!(await move(transaction, claim, { ...change, deaths: 0 }))) return false;
        await transaction
          .updateTable('mail')
          .set(change)
          .where('digest_id', '=', claim.mailId)
          .where('state', '=', 'gathered')
          .execute();
        return true;
      });
    },

    markFailed: (claim, nowMs, failure) =>
      move(db, claim, {
        state: 'failed',
        since_ms: nowMs,
        due_at_ms: nowMs,
        failed_tries: claim.failedTries + 1,
        deaths: 0,
        ...columnsOf(failure),
      }),

    retryAt: (claim, nowMs, dueAtMs, failure) =>
      move(db, claim, {
        state: 'queued',
        since_ms: nowMs,
        due_at_ms: dueAtMs,
        failed_tries: claim.failedTries + 1,
        deaths: 0,
        ...columnsOf(failure),
      }),

    release: (claim, nowMs, dueAtMs, failure) =>
      move(db, claim, {
        state: 'queued',
        since_ms: nowMs,
        due_at_ms: dueAtMs,
        deaths: claim.deaths,
        ...(failure && columnsOf(failure)),
      }),

    gatherDigests: (nowMs, host) => gatherDigests(db, nowMs, host),
    releaseHeldConfirmations: (nowMs, inAll) => releaseHeldConfirmations(db, nowMs, inAll),

    async requeueFailed(nowMs) {
      const { numUpdatedRows } = await db
        .updateTable('mail')
        .set(queuedAnew(nowMs))
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
      return { ...NO_MAILS, ...counts };
    },

    summarizeMails: () =>
      db
        .selectFrom('mail')
        .select((eb) => [
          'kind',
          'state',
          eb.fn.countAll<number>().as('count'),
          eb.fn.min<number>('date_ms').as('oldestMs'),
        ])
        .groupBy(['kind', 'state'])
        .orderBy('kind')
        .orderBy('state')
        .execute(),

    async oldestFailure() {
      const row = await db
        .selectFrom('mail')
        .select(['last_failure', 'last_reason'])
        .where('kind', '!=', 'confirmation')
        .where('state', 'in', ['queued', 'sending', 'failed'])
        .where('last_failure', 'is not', null)
        .orderBy('date_ms')
        .limit(1)
        .executeTakeFirst();
      return row && [row.last_failure, row.last_reason].filter(Boolean).join(': ');
    },

    async claimNews(news, nowMs, oldestMs) {
      const untilMs = nowMs + TELL_WITHIN_MS;
      const { numUpdatedRows } = await db
        .updateTable('told')
        .set({ claimed_until_ms: untilMs })
        .where('news', '!=', news)
        .where((or) =>
          or.or([
            or('claimed_until_ms', '<=', nowMs),
            or('claimed_until_ms', '>', untilMs + CLOCK_SKEW_MS),
          ]),
        )
        .$if(news === 'well' && oldestMs !== undefined, (query) =>
          query.where('since_ms', '<', Number(oldestMs)),
        )
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async noteTold(news, nowMs) {
      await db.updateTable('told').set({ news, since_ms: nowMs, claimed_until_ms: 0 }).execute();
    },

    async countFailedCompanyMails() {
      const { count } = await db
        .selectFrom('mail')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('state', '=', 'failed')
        .where('kind', '!=', 'confirmation')
        .executeTakeFirstOrThrow();
      return count;
    },

    eraseExpired: (nowMs, keepMs = KEEP_DELIVERED_MS) =>
      db.transaction().execute(async (transaction) => {
        const keptSinceMs = nowMs - keepMs;
        await transaction.deleteFrom('limit_window').where('ends_at_ms', '<=', nowMs).execute();
        await transaction
          .deleteFrom('spent_captcha')
          .where('expires_at_ms', '<', nowMs - KEEP_SPENT_MS)
          .execute();
        await transaction
          .deleteFrom('enquiry')
          .where(({ not }) => not(isKept(keptSinceMs)))
          .execute();
        await eraseEmptyDigests(transaction);
      }),
  };
}

/**
 * Which enquiries are kept that long: those that came in later, those of which something is still to be
 * sent or has failed, and those whose last mail ended later.
 */
export const isKept = (sinceMs: number) => sql<boolean>`(
  enquiry.received_at_ms >= ${sinceMs} or exists (
    select 1 from mail as owed where owed.enquiry_id = enquiry.id and (
      owed.since_ms >= ${sinceMs}
      or owed.state in ('queued', 'sending', 'gathered', 'held')
      or (owed.state = 'failed' and owed.kind = 'company')
    )
  )
)`;

/** Writes about a mail only while the claim holds it. */
async function move(
  db: Kysely<Tables>,
  claim: ClaimedMail,
  change: Partial<Tables['mail']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set(change)
    .where('id', '=', claim.mailId)
    .where('fencing_token', '=', claim.fencingToken)
    .where('state', '=', 'sending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const columnsOf = ({ kind, reason }: Failure) => ({ last_failure: kind, last_reason: reason });

function claimedMail(row: Tables['mail'], parts: DigestPart[]): ClaimedMail {
  return {
    mailId: row.id,
    fencingToken: row.fencing_token,
    failedTries: row.failed_tries,
    deaths: row.deaths - 1,
    parts,
    queuedAtMs: row.queued_at_ms,
    mail: {
      kind: row.kind,
      visitor: { name: row.visitor_name, address: row.visitor_address },
      messageId: row.message_id,
      dateMs: row.date_ms,
      subject: row.subject,
      text: row.text,
      html: row.html,
      ...(row.calendar !== null && { calendar: row.calendar }),
    },
  };
}
