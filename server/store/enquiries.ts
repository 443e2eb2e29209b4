import { type Kysely, sql } from 'kysely';
import type { Enquiry } from '../../enquiry/enquiry.ts';
import type { ConfirmationSkipped, MailKind, MailState, Tables } from './database.ts';

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
  offset?: number;
  /** 'received': latest first. 'partyDate': earliest first, enquiries without a date last. */
  sortBy?: 'received' | 'partyDate';
  email?: string;
  id?: string;
}

export async function listEnquiries(
  db: Kysely<Tables>,
  { limit = 50, offset = 0, sortBy = 'received', email, id }: EnquiryFilter = {},
): Promise<EnquiryRecord[]> {
  let query = db.selectFrom('enquiry').selectAll().limit(limit).offset(offset);
  if (email !== undefined) query = query.where('email', '=', email.toLowerCase());
  if (id !== undefined) query = query.where('id', '=', id);
  if (sortBy === 'partyDate') {
    query = query.orderBy(sql`party_date IS NULL`).orderBy('party_date');
  }
  const enquiries = await query.orderBy('received_at_ms', 'desc').orderBy('id', 'desc').execute();
  if (enquiries.length === 0) return [];
  const mails = await db
    .selectFrom('mail')
    .selectAll()
    .where(
      'enquiry_id',
      'in',
      enquiries.map(({ id }) => id),
    )
    .orderBy('kind')
    .execute();
  return enquiries.map((enquiry) => ({
    id: enquiry.id,
    receivedAtMs: enquiry.received_at_ms,
    fields: JSON.parse(enquiry.fields),
    mails: mails.filter((mail) => mail.enquiry_id === enquiry.id).map(mailRecord),
    ...(enquiry.confirmation_skipped && { confirmationSkipped: enquiry.confirmation_skipped }),
  }));
}

function mailRecord(mail: Tables['mail']): EnquiryRecord['mails'][number] {
  return {
    kind: mail.kind,
    state: mail.state,
    tries: mail.tries,
    dueAtMs: mail.due_at_ms,
    ...(mail.ended_at_ms !== null && { endedAtMs: mail.ended_at_ms }),
    ...(mail.last_error !== null && { lastError: mail.last_error }),
    messageId: mail.message_id,
  };
}

interface Erased {
  enquiries: number;
  mailIds: string[];
}

/** Erases by id or by address, whatever the state of the mails. */
export function eraseEnquiries(
  db: Kysely<Tables>,
  by: { id: string } | { email: string },
): Promise<Erased> {
  const isErased =
    'id' in by ? sql<boolean>`id = ${by.id}` : sql<boolean>`email = ${by.email.toLowerCase()}`;
  return erase(db, isErased);
}

/**
 * Erases enquiries whose mail to the company was delivered more than `keepMs` ago and that have no
 * mail queued, and captchas that expired long ago. An enquiry whose mail to the company failed or
 * is queued is never erased automatically.
 */
export async function eraseExpired(
  db: Kysely<Tables>,
  nowMs: number,
  keepMs: number,
): Promise<Erased> {
  await db
    .deleteFrom('spent_captcha')
    .where('expires_at_ms', '<', nowMs - REMEMBER_SPENT_MS)
    .execute();
  return erase(
    db,
    sql<boolean>`received_at_ms < ${nowMs - keepMs}
      AND EXISTS (SELECT 1 FROM mail WHERE enquiry_id = enquiry.id AND kind = 'company'
        AND state = 'delivered' AND ended_at_ms < ${nowMs - keepMs})
      AND NOT EXISTS (SELECT 1 FROM mail WHERE enquiry_id = enquiry.id AND state = 'queued')`,
  );
}

function erase(db: Kysely<Tables>, isErased: ReturnType<typeof sql<boolean>>): Promise<Erased> {
  return db.transaction().execute(async (transaction) => {
    const mails = await transaction
      .selectFrom('mail')
      .select('id')
      .where('enquiry_id', 'in', (eb) => eb.selectFrom('enquiry').select('id').where(isErased))
      .execute();
    const erased = await transaction.deleteFrom('enquiry').where(isErased).executeTakeFirst();
    return { enquiries: Number(erased.numDeletedRows), mailIds: mails.map(({ id }) => id) };
  });
}
