import { type Kysely, sql, type Transaction } from 'kysely';
import { idsOfAddress, type MailRecord } from './enquiry-records.ts';
import type { Tables } from './schema.ts';

/**
 * Puts one mail back in the queue with all its tries, whatever became of it; with a mail that
 * travelled in a digest its whole digest.
 *
 * @returns false: it is just being sent, or waits for the next digest; nothing was changed
 */
export function resendMail(db: Kysely<Tables>, mail: MailRecord, nowMs: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    if (mail.digestId === undefined) return queueAnew(transaction, mail.id, nowMs);
    const isQueued = await queueAnew(transaction, mail.digestId, nowMs);
    if (!isQueued) return false;
    await transaction
      .updateTable('mail')
      .set({ state: 'gathered', since_ms: nowMs })
      .where('digest_id', '=', mail.digestId)
      .execute();
    return true;
  });
}

/** What a mail is set to that is sent again: due now, with all its tries. */
export const queuedAnew = (nowMs: number) => ({
  state: 'queued' as const,
  queued_at_ms: nowMs,
  since_ms: nowMs,
  due_at_ms: nowMs,
  failed_tries: 0,
  deaths: 0,
});

async function queueAnew(db: Transaction<Tables>, id: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set(queuedAnew(nowMs))
    .where('id', '=', id)
    .where('state', 'not in', ['sending', 'gathered'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** How many mails to or about an address a server has in its hands. */
export async function countBeingSent(db: Kysely<Tables>, address: string): Promise<number> {
  const { count } = await db
    .selectFrom('mail')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'sending')
    .where('enquiry_id', 'in', idsOfAddress(db, address))
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes a visitor's enquiries with their mails, and digests that bring nothing else. */
export function eraseAddress(db: Kysely<Tables>, address: string): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('enquiry')
      .where('id', 'in', idsOfAddress(transaction, address))
      .executeTakeFirst();
    await eraseEmptyDigests(transaction);
    return Number(numDeletedRows);
  });
}

export async function eraseEmptyDigests(db: Transaction<Tables>): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('kind', '=', 'digest')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('mail as part').select('id').whereRef('part.digest_id', '=', 'mail.id')),
      ),
    )
    .execute();
}

/** PostgreSQL: writes the tables anew without the rows that are gone. */
export async function rewriteTables(db: Kysely<Tables>): Promise<void> {
  // A server's statement that holds a table must not be waited for without end.
  await sql`SET lock_timeout = '20s'`.execute(db);
  for (const table of ['mail', 'enquiry']) await sql`VACUUM (FULL) ${sql.table(table)}`.execute(db);
}
