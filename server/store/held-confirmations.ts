import { type Kysely, sql } from 'kysely';
import { countInWindows } from './accept-enquiry.ts';
import type { Tables } from './schema.ts';
import { HOLD_CONFIRMATION_MS, type Limit } from './store.ts';

/** In these very words, so that both databases use the index `mail_put_off`. */
const isHeld = sql<boolean>`state = 'held'`;

/** `Store.releaseHeldConfirmations` */
export function releaseHeldConfirmations(
  db: Kysely<Tables>,
  nowMs: number,
  inAll: Limit,
): Promise<{ released: number; dropped: number }> {
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('mail')
      .set({ state: 'dropped', since_ms: nowMs, due_at_ms: nowMs })
      .where(isHeld)
      .where('queued_at_ms', '<', nowMs - HOLD_CONFIRMATION_MS)
      .executeTakeFirst();
    const dropped = Number(numUpdatedRows);
    if (!(await transaction.selectFrom('mail').select('id').where(isHeld).executeTakeFirst())) {
      return { released: 0, dropped };
    }

    const windows = await countInWindows(transaction, [inAll], nowMs);
    const used = (windows.get(inAll.key)?.used ?? 0) - 1;
    const rows = await transaction
      .selectFrom('mail')
      .innerJoin('enquiry', 'enquiry.id', 'mail.enquiry_id')
      .select('mail.id')
      .where(isHeld)
      .orderBy('within_share', 'desc')
      .orderBy('queued_at_ms')
      .limit(Math.max(0, inAll.most - used))
      .execute();
    await transaction
      .updateTable('limit_window')
      .set({ used: used + rows.length })
      .where('key', '=', inAll.key)
      .execute();
    if (rows.length === 0) return { released: 0, dropped };
    // From now on it has the 72 hours that every mail has.
    await transaction
      .updateTable('mail')
      .set({ state: 'queued', queued_at_ms: nowMs, since_ms: nowMs, due_at_ms: nowMs })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
    return { released: rows.length, dropped };
  });
}
