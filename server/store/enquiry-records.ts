import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';
import type { MailState } from './store.ts';

/** An enquiry as an operator sees it (`server/commands/`). */
export interface EnquiryRecord {
  id: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
  name: string;
  email: string;
  subject: string;
  /** False: its network had had its share of the hour, and its mails went after those of others. */
  withinShare: boolean;
  mails: MailRecord[];
}

export interface MailRecord {
  id: string;
  kind: 'company' | 'confirmation';
  state: MailState;
  /** When that state began; ISO 8601, UTC. */
  since: string;
  failedTries: number;
  /** Tries begun, in a row, whose end nobody wrote down; the one under way counts. */
  deaths: number;
  /** When it is tried next, or, while it is being sent, when its lease runs out; ISO 8601, UTC. */
  dueAt: string;
  /** Why the last try failed: `unreachable: ECONNREFUSED`. */
  failure?: string;
  /** The digest it travels in. */
  digestId?: string;
}

/** What the company's mail says: all that the visitor sent, and when. */
export interface EnquiryWithText extends EnquiryRecord {
  text: string;
}

export interface RecordFilter {
  /** A whole id, or its beginning. */
  id?: string;
  /** The visitor's e-mail address, in capitals or not. */
  address?: string;
  /** Only those whose mail to the company has not gone out. */
  isUndelivered?: boolean;
  /** The latest so many; all when absent. */
  limit?: number;
}

/** @returns enquiries, the latest first */
export async function readEnquiries(
  db: Kysely<Tables>,
  { id, address, isUndelivered = false, limit }: RecordFilter = {},
): Promise<EnquiryRecord[]> {
  const rows = await db
    .selectFrom('enquiry')
    .select(['enquiry.id', 'received_at_ms', 'within_share'])
    .$if(id !== undefined, (query) =>
      query.where(sql<boolean>`substr(id, 1, ${id?.length}) = ${id}`),
    )
    .$if(address !== undefined, (query) =>
      query.where('enquiry.id', 'in', idsOfAddress(db, String(address))),
    )
    .$if(isUndelivered, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('mail')
            .select('mail.id')
            .whereRef('mail.enquiry_id', '=', 'enquiry.id')
            .where('kind', '=', 'company')
            .where('state', '!=', 'delivered'),
        ),
      ),
    )
    .orderBy('received_at_ms', 'desc')
    .orderBy('enquiry.id')
    .$if(limit !== undefined, (query) => query.limit(Number(limit)))
    .execute();
  const records = new Map<string, EnquiryRecord>(
    rows.map((row) => [row.id, recordOf(row.id, row.received_at_ms, row.within_share)]),
  );
  for (const ids of inBatches([...records.keys()])) {
    for (const mail of await mailsOf(db, ids)) addMail(records.get(String(mail.enquiry_id)), mail);
  }
  return [...records.values()];
}

/** Adds what the visitor wrote. */
export async function withTexts(
  db: Kysely<Tables>,
  records: EnquiryRecord[],
): Promise<EnquiryWithText[]> {
  const texts = new Map<string, string>();
  for (const ids of inBatches(records.map(({ id }) => id))) {
    const rows = await db
      .selectFrom('mail')
      .select(['enquiry_id', 'text'])
      .where('kind', '=', 'company')
      .where('enquiry_id', 'in', ids)
      .execute();
    for (const row of rows) texts.set(String(row.enquiry_id), row.text);
  }
  return records.map((record) => ({ ...record, text: texts.get(record.id) ?? '' }));
}

/** Both databases compare what JavaScript made small: SQLite knows the capitals of ASCII only. */
export function idsOfAddress(db: Kysely<Tables>, address: string) {
  return db
    .selectFrom('mail')
    .select((eb) => eb.ref('enquiry_id').$castTo<string>().as('id'))
    .where('enquiry_id', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('visitor_address', '=', address),
        eb(eb.fn<string>('lower', ['visitor_address']), '=', address.toLowerCase()),
      ]),
    );
}

const BATCH = 500;

function inBatches(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, index) =>
    ids.slice(index * BATCH, (index + 1) * BATCH),
  );
}

/** Without the words: they are most of a row. */
const mailsOf = (db: Kysely<Tables>, ids: string[]) =>
  db
    .selectFrom('mail')
    .select([
      'id',
      'enquiry_id',
      'kind',
      'visitor_name',
      'visitor_address',
      'subject',
      'state',
      'since_ms',
      'due_at_ms',
      'deaths',
      'failed_tries',
      'last_failure',
      'last_reason',
      'digest_id',
    ])
    .where('enquiry_id', 'in', ids)
    .orderBy('kind')
    .execute();

type MailRow = Awaited<ReturnType<typeof mailsOf>>[number];

const timeOf = (ms: number) => new Date(ms).toISOString();

function recordOf(id: string, receivedAtMs: number, withinShare: number): EnquiryRecord {
  const receivedAt = timeOf(receivedAtMs);
  return {
    id,
    receivedAt,
    name: '',
    email: '',
    subject: '',
    withinShare: withinShare === 1,
    mails: [],
  };
}

function addMail(record: EnquiryRecord | undefined, row: MailRow): void {
  if (!record) return;
  const { kind, last_failure, last_reason, digest_id } = row;
  if (kind === 'digest') return;
  record.name = row.visitor_name;
  record.email = row.visitor_address;
  if (kind === 'company') record.subject = row.subject;
  record.mails.push({
    id: row.id,
    kind,
    state: row.state,
    since: timeOf(row.since_ms),
    failedTries: row.failed_tries,
    deaths: row.deaths,
    dueAt: timeOf(row.due_at_ms),
    ...(last_failure !== null && {
      failure: [last_failure, last_reason].filter(Boolean).join(': '),
    }),
    ...(digest_id !== null && { digestId: digest_id }),
  });
}
