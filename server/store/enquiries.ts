import type { Enquiry } from '../../enquiry/enquiry.ts';
import type { ConfirmationSkipped, Database, MailKind, MailState, Query } from './database.ts';

/** After its expiry, in case the clock is set back by a day. */
const REMEMBER_SPENT_MS = 2 * 24 * 3_600_000;

export interface EnquiryRecord {
  id: string;
  receivedAtMs: number;
  fields: Enquiry;
  mails: MailRecord[];
  confirmationSkipped?: ConfirmationSkipped;
}

interface MailRecord {
  kind: MailKind;
  state: MailState;
  tries: number;
  /** Of a queued mail. */
  dueAtMs: number;
  /** Of a mail that is no longer queued. */
  endedAtMs?: number;
  lastError?: string;
  messageId: string;
}

export interface EnquiryFilter {
  /** Default: 50. */
  limit?: number;
  /** 'received': latest first. 'partyDate': earliest first, enquiries without a date last. */
  sortBy?: 'received' | 'partyDate';
  email?: string;
  id?: string;
}

export async function listEnquiries(
  { query }: Database,
  { limit = 50, sortBy = 'received', email, id }: EnquiryFilter = {},
): Promise<EnquiryRecord[]> {
  const byParty = sortBy === 'partyDate' ? 'party_date IS NULL, party_date,' : '';
  // Without a filter a column is compared with itself.
  const selection = `FROM enquiry
    WHERE id = coalesce($2, id) AND email = coalesce($3, email)
    ORDER BY ${byParty} received_at_ms DESC, id LIMIT $1`;
  const values = [limit, id ?? null, email?.toLowerCase() ?? null];
  const enquiries = await query<Omit<EnquiryRecord, 'mails'> & { fields: string }>(
    `SELECT id, received_at_ms AS "receivedAtMs", fields,
       confirmation_skipped AS "confirmationSkipped" ${selection}`,
    values,
  );
  const mails = await query<MailRecord & { enquiryId: string }>(
    `SELECT enquiry_id AS "enquiryId", kind, state, tries, due_at_ms AS "dueAtMs",
       ended_at_ms AS "endedAtMs", last_error AS "lastError", message_id AS "messageId"
     FROM mail WHERE enquiry_id IN (SELECT id ${selection}) ORDER BY kind`,
    values,
  );
  const mailsById = Map.groupBy(mails, ({ enquiryId }) => enquiryId);
  return enquiries.map((enquiry) => {
    const itsMails = mailsById.get(enquiry.id) ?? [];
    return {
      ...withoutNulls(enquiry),
      fields: JSON.parse(enquiry.fields),
      mails: itsMails.map(({ enquiryId: _, ...mail }) => withoutNulls(mail)),
    };
  });
}

function withoutNulls<Row extends object>(row: Row): Row {
  const filledIn = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(filledIn) as Row;
}

/**
 * Erases enquiries whose company mail was delivered more than `keepMs` ago, unless a mail is still
 * queued, and captchas that expired long ago. An enquiry whose company mail failed, or was only kept
 * as a file, stays.
 */
export async function eraseExpired(query: Query, nowMs: number, keepMs: number): Promise<string[]> {
  const cutoffMs = nowMs - REMEMBER_SPENT_MS;
  await query('DELETE FROM spent_captcha WHERE expires_at_ms < $1', [cutoffMs]);
  const isExpired = `received_at_ms < $1
    AND EXISTS (SELECT 1 FROM mail WHERE enquiry_id = enquiry.id AND kind = 'company'
      AND state = 'delivered' AND ended_at_ms < $1)
    AND NOT EXISTS (SELECT 1 FROM mail WHERE enquiry_id = enquiry.id
      AND state IN ('queued', 'kept'))`;
  return erase(query, isExpired, nowMs - keepMs);
}

/** A row of `write_probe` for each erasure whose traces in files are still there. */
const MARK = 'erased ';

/** Erases enquiries that meet a condition on $1, and marks them until `forgetErasures`. */
export async function eraseAndMark(query: Query, condition: string, value: string): Promise<void> {
  for (const id of await erase(query, condition, value)) {
    await query("INSERT INTO write_probe (id, padding) VALUES ($1, '')", [MARK + id]);
  }
}

export async function unfinishedErasures(query: Query): Promise<string[]> {
  const statement = 'SELECT id FROM write_probe WHERE id LIKE $1';
  const rows = await query<{ id: string }>(statement, [`${MARK}%`]);
  return rows.map(({ id }) => id.slice(MARK.length));
}

export async function forgetErasures(query: Query, ids: string[]): Promise<void> {
  for (const id of ids) await query('DELETE FROM write_probe WHERE id = $1', [MARK + id]);
}

/** Erases enquiries that meet a condition on $1, whatever the state of their mails. */
async function erase(query: Query, condition: string, value: string | number): Promise<string[]> {
  const statement = `DELETE FROM enquiry WHERE ${condition} RETURNING id`;
  const rows = await query<{ id: string }>(statement, [value]);
  return rows.map(({ id }) => id);
}
