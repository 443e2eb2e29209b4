import type { Enquiry } from '../../enquiry/enquiry.ts';
import type { ConfirmationSkipped, Database, MailKind, MailState, Query } from './database.ts';

/**
 * How long a spent captcha is remembered after expiry, so that a clock change of a day does not
 * make it valid again.
 */
const REMEMBER_SPENT_MS = 2 * 24 * 3_600_000;

/** An enquiry as the operator and the desk see it. */
export interface EnquiryRecord {
  id: string;
  receivedAtMs: number;
  fields: Enquiry;
  mails: {
    kind: MailKind;
    state: MailState;
    tries: number;
    /** Of a queued mail. */
    dueAtMs: number;
    /** Of a delivered or failed mail. */
    endedAtMs?: number;
    lastError?: string;
    messageId: string;
  }[];
  /** Why no confirmation is sent. */
  confirmationSkipped?: ConfirmationSkipped;
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
  const wanted = id ?? email?.toLowerCase();
  const where = wanted === undefined ? '' : `WHERE ${id === undefined ? 'email' : 'id'} = $2`;
  const byParty = sortBy === 'partyDate' ? 'party_date IS NULL, party_date,' : '';
  const selection = `FROM enquiry ${where}
    ORDER BY ${byParty} received_at_ms DESC, id LIMIT $1`;
  const values = [limit, ...(wanted === undefined ? [] : [wanted])];
  const enquiries = await query<Omit<EnquiryRecord, 'fields' | 'mails'> & { fields: string }>(
    `SELECT id, received_at_ms AS "receivedAtMs", fields,
       confirmation_skipped AS "confirmationSkipped" ${selection}`,
    values,
  );
  const mails = await query<EnquiryRecord['mails'][number] & { enquiryId: string }>(
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
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row;
}

interface Erased {
  enquiries: number;
  mailIds: string[];
}

/** Erases by id, or by address in lower case, whatever the state of the mails. */
export function eraseBy(database: Database, column: 'id' | 'email', value: string) {
  return erase(database, `${column} = $1`, value);
}

/**
 * Erases enquiries whose mail to the company was delivered more than `keepMs` ago and that have no
 * mail queued, and captchas that expired long ago. An enquiry whose mail to the company failed or
 * is queued is never erased automatically.
 */
export async function eraseExpired(
  database: Database,
  nowMs: number,
  keepMs: number,
): Promise<Erased> {
  await database.query('DELETE FROM spent_captcha WHERE expires_at_ms < $1', [
    nowMs - REMEMBER_SPENT_MS,
  ]);
  const isExpired = `received_at_ms < $1
    AND EXISTS (SELECT 1 FROM mail WHERE enquiry_id = enquiry.id AND kind = 'company'
      AND state = 'delivered' AND ended_at_ms < $1)
    AND NOT EXISTS (SELECT 1 FROM mail WHERE enquiry_id = enquiry.id AND state = 'queued')`;
  return erase(database, isExpired, nowMs - keepMs);
}

function erase(database: Database, condition: string, value: string | number): Promise<Erased> {
  return database.transaction(async (query) => {
    const mails = await query<{ id: string }>(
      `SELECT id FROM mail WHERE enquiry_id IN (SELECT id FROM enquiry WHERE ${condition})`,
      [value],
    );
    const erased = await query(`DELETE FROM enquiry WHERE ${condition} RETURNING id`, [value]);
    return { enquiries: erased.length, mailIds: mails.map(({ id }) => id) };
  });
}
