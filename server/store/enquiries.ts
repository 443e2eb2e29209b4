import type { Enquiry } from '../../enquiry/enquiry.ts';
import type { ConfirmationSkipped, MailKind, MailState, Query } from './database.ts';

/** After expiry, so that a clock that is set back a day does not make a captcha valid again. */
const REMEMBER_SPENT_MS = 2 * 24 * 3_600_000;

/** An enquiry as the operator and the desk see it. */
export interface EnquiryRecord {
  id: string;
  receivedAtMs: number;
  fields: Enquiry;
  mails: MailRecord[];
  /** Why no confirmation is sent. */
  confirmationSkipped?: ConfirmationSkipped;
}

interface MailRecord {
  kind: MailKind;
  state: MailState;
  tries: number;
  /** Of a queued mail. */
  dueAtMs: number;
  /** Of a delivered or failed mail. */
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
  query: Query,
  { limit = 50, sortBy = 'received', email, id }: EnquiryFilter = {},
): Promise<EnquiryRecord[]> {
  let where = '';
  const values: (string | number)[] = [limit];
  if (id !== undefined) {
    where = 'WHERE id = $2';
    values.push(id);
  } else if (email !== undefined) {
    where = 'WHERE email = $2';
    values.push(email.toLowerCase());
  }
  const byParty = sortBy === 'partyDate' ? 'party_date IS NULL, party_date,' : '';
  const selection = `FROM enquiry ${where}
    ORDER BY ${byParty} received_at_ms DESC, id LIMIT $1`;
  const enquiries = await query<Omit<EnquiryRecord, 'fields' | 'mails'> & { fields: string }>(
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
  return enquiries.map((enquiry) => ({
    ...withoutNulls(enquiry),
    fields: JSON.parse(enquiry.fields),
    mails: (mailsById.get(enquiry.id) ?? []).map(({ enquiryId: _, ...mail }) => withoutNulls(mail)),
  }));
}

function withoutNulls<Row extends object>(row: Row): Row {
  const filledIn = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(filledIn) as Row;
}

/** Erases enquiries whatever the state of their mails; returns their ids. */
export function eraseBy(query: Query, column: 'id' | 'email', value: string): Promise<string[]> {
  return erase(query, `${column} = $1`, value);
}

/**
 * Erases enquiries whose mail to the company was delivered more than `keepMs` ago and that have no
 * mail queued, and captchas that expired long ago. An enquiry whose mail to the company failed or
 * is queued is never erased automatically.
 */
export async function eraseExpired(query: Query, nowMs: number, keepMs: number): Promise<string[]> {
  const forgottenMs = nowMs - REMEMBER_SPENT_MS;
  await query('DELETE FROM spent_captcha WHERE expires_at_ms < $1', [forgottenMs]);
  const isExpired = `received_at_ms < $1
    AND EXISTS (SELECT 1 FROM mail WHERE enquiry_id = enquiry.id AND kind = 'company'
      AND state = 'delivered' AND ended_at_ms < $1)
    AND NOT EXISTS (SELECT 1 FROM mail WHERE enquiry_id = enquiry.id AND state = 'queued')`;
  return erase(query, isExpired, nowMs - keepMs);
}

async function erase(query: Query, where: string, value: string | number): Promise<string[]> {
  const rows = await query<{ id: string }>(`DELETE FROM enquiry WHERE ${where} RETURNING id`, [
    value,
  ]);
  return rows.map(({ id }) => id);
}
