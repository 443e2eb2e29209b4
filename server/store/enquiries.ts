import type { Enquiry } from '../../enquiry/enquiry.ts';
import { type EnquiryState, matchesSearch } from '../../enquiry/enquiry-states.ts';
import type { ReleaseManifest } from '../../release/manifest.ts';
import type { ConfirmationSkipped, Database, MailKind, MailState, Query } from './database.ts';

/** How long a spent captcha is remembered after it expires, because the clock may be set back. */
const REMEMBER_SPENT_MS = 2 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** A booked enquiry is kept until after its party, but at most this long after it was received. */
const KEEP_BOOKED_MS = 2 * 365 * DAY_MS;

export interface EnquiryRecord {
  id: string;
  receivedAtMs: number;
  fields: Enquiry;
  state: EnquiryState;
  /** The caterer's note; empty when there is none. */
  note: string;
  mails: MailRecord[];
  confirmationSkipped?: ConfirmationSkipped;
}

interface MailRecord {
  kind: MailKind;
  state: MailState;
  attempts: number;
  /** When a queued mail is tried next. */
  dueAtMs: number;
  /** When a mail was delivered, kept or given up. */
  endedAtMs?: number;
  lastError?: string;
  messageId: string;
}

export interface EnquiryFilter {
  /** Default: 50. */
  limit?: number;
  /**
   * 'received': the latest enquiry comes first. 'partyDate': the parties to come in their order,
   * then enquiries without a date, then the parties that are over.
   */
  sortBy?: 'received' | 'partyDate';
  email?: string;
  id?: string;
  state?: EnquiryState;
  /** Words in the enquiry or its note (`matchesSearch`). */
  search?: string;
  /** Today's date, '2027-03-05'. Default: this machine's clock, in UTC. */
  today?: string;
}

/** A search reads all enquiries, whose number never reaches this limit. */
const ALL = 1_000_000;

export async function listEnquiries(
  { query }: Database,
  filter: EnquiryFilter = {},
): Promise<EnquiryRecord[]> {
  const { limit = 50, sortBy = 'received', email, id, state, search = '' } = filter;
  const values: (string | number | null)[] = [
    search === '' ? limit : ALL,
    id ?? null,
    email?.toLowerCase() ?? null,
    state ?? null,
  ];
  let byParty = '';
  if (sortBy === 'partyDate') {
    values.push(filter.today ?? new Date().toISOString().slice(0, 10));
    byParty = `CASE WHEN party_date >= $5 THEN 0 WHEN party_date IS NULL THEN 1 ELSE 2 END,
      CASE WHEN party_date >= $5 THEN party_date END, party_date DESC,`;
  }
  // A filter that is null compares the column with itself, which is always true.
  const selection = `FROM enquiry
    WHERE id = coalesce($2, id) AND email = coalesce($3, email) AND state = coalesce($4, state)
    ORDER BY ${byParty} received_at_ms DESC, id LIMIT $1`;
  const enquiries = await query<Omit<EnquiryRecord, 'mails'> & { fields: string }>(
    `SELECT id, received_at_ms AS "receivedAtMs", fields, state, note,
       confirmation_skipped AS "confirmationSkipped" ${selection}`,
    values,
  );
  const mails = await query<MailRecord & { enquiryId: string }>(
    `SELECT enquiry_id AS "enquiryId", kind, state, tries AS attempts, due_at_ms AS "dueAtMs",
       ended_at_ms AS "endedAtMs", last_error AS "lastError", message_id AS "messageId"
     FROM mail WHERE enquiry_id IN (SELECT id ${selection}) ORDER BY kind`,
    values,
  );
  const mailsById = Map.groupBy(mails, ({ enquiryId }) => enquiryId);
  const records = enquiries.map((enquiry) => {
    const enquiryMails = mailsById.get(enquiry.id) ?? [];
    return {
      ...withoutNulls(enquiry),
      fields: JSON.parse(enquiry.fields),
      mails: enquiryMails.map(({ enquiryId: _, ...mail }) => withoutNulls(mail)),
    };
  });
  if (search === '') return records;
  return records.filter((record) => matchesSearch(record, search)).slice(0, limit);
}

/** Counts the enquiries in state 'new'. */
export async function countNew({ query }: Database): Promise<number> {
  const [row] = await query<{ count: number }>(
    "SELECT count(*) AS count FROM enquiry WHERE state = 'new'",
  );
  return row?.count ?? 0;
}

/** @returns false when there is no such enquiry */
export async function setState({ query }: Database, id: string, state: EnquiryState) {
  const statement = 'UPDATE enquiry SET state = $1 WHERE id = $2 RETURNING id';
  return (await query(statement, [state, id])).length > 0;
}

/**
 * Replaces a note, unless another device has replaced it meanwhile.
 *
 * @param before the note that was changed
 */
export async function setNote(
  { query }: Database,
  id: string,
  { note, before }: { note: string; before: string },
): Promise<'written' | 'changed' | 'gone'> {
  const statement = 'UPDATE enquiry SET note = $1 WHERE id = $2 AND note IN ($1, $3) RETURNING id';
  const written = await query(statement, [note, id, before]);
  if (written.length > 0) return 'written';
  const [found] = await query('SELECT id FROM enquiry WHERE id = $1', [id]);
  return found ? 'changed' : 'gone';
}

function withoutNulls<Row extends object>(row: Row): Row {
  const filledIn = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(filledIn) as Row;
}

/** How long enquiries are kept, as stated on the privacy page of the release in use. */
export type Retention = Pick<ReleaseManifest['keeping'], 'days' | 'bookedUntilParty'>;

/**
 * Erases enquiries whose company mail was delivered more than `days` ago, unless one of their mails
 * is still queued or was only kept as a file. An enquiry whose company mail failed stays too. With
 * `bookedUntilParty`, the days of a booked enquiry with a date are counted from its party, at most
 * two years after it came in. Captchas that expired long ago are erased too. The erased enquiries
 * are marked until `forgetErasures`. It runs in a transaction.
 */
export async function eraseExpired(
  query: Query,
  nowMs: number,
  { days, bookedUntilParty }: Retention,
): Promise<string[]> {
  const cutoffMs = nowMs - REMEMBER_SPENT_MS;
  await query('DELETE FROM spent_captcha WHERE expires_at_ms < $1', [cutoffMs]);
  const keptSinceMs = nowMs - days * DAY_MS;
  let expiryCondition = `received_at_ms < $1
    AND EXISTS (SELECT 1 FROM mail WHERE enquiry_id = enquiry.id AND kind = 'company'
      AND state = 'delivered' AND ended_at_ms < $1)
    AND NOT EXISTS (SELECT 1 FROM mail WHERE enquiry_id = enquiry.id
      AND state IN ('queued', 'kept'))`;
  const values: (string | number)[] = [keptSinceMs];
  if (bookedUntilParty) {
    expiryCondition += ` AND NOT (state = 'booked' AND party_date IS NOT NULL AND party_date >= $2
      AND received_at_ms >= $3)`;
    values.push(new Date(keptSinceMs).toISOString().slice(0, 10), nowMs - KEEP_BOOKED_MS);
  }
  return eraseAndMark(query, expiryCondition, values);
}

/**
 * A row of `write_probe` whose id has this prefix marks an enquiry that is erased, but whose mail
 * files and traces may remain. The marks have no table of their own, because after a rollback an
 * earlier version looks for them there.
 */
const MARK = 'erased ';

/**
 * Erases enquiries that meet a condition on the values, whatever the state of their mails, and
 * marks them until `forgetErasures`. Returns their ids. It runs in a transaction.
 */
export async function eraseAndMark(
  query: Query,
  condition: string,
  values: readonly (string | number)[],
): Promise<string[]> {
  const statement = `DELETE FROM enquiry WHERE ${condition} RETURNING id`;
  const rows = await query<{ id: string }>(statement, values);
  for (const { id } of rows) {
    await query("INSERT INTO write_probe (id, padding) VALUES ($1, '')", [MARK + id]);
  }
  return rows.map(({ id }) => id);
}

/** The ids of erased enquiries whose mail files and traces may remain. */
export async function readUnfinishedErasures(query: Query): Promise<string[]> {
  const statement = 'SELECT id FROM write_probe WHERE id LIKE $1';
  const rows = await query<{ id: string }>(statement, [`${MARK}%`]);
  return rows.map(({ id }) => id.slice(MARK.length));
}

export async function forgetErasures(query: Query, ids: string[]): Promise<void> {
  for (const id of ids) await query('DELETE FROM write_probe WHERE id = $1', [MARK + id]);
}
