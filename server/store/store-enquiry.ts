import { randomUUID } from 'node:crypto';
import { type Enquiry, wireDateToMs } from '../../enquiry/enquiry.ts';
import type { ConfirmationSkipped, Database, MailKind, Query } from './database.ts';

const HOUR_MS = 3_600_000;

/** Limits per mailbox, so that the form cannot be used to flood it. */
const PER_MAILBOX = { perHour: 3, perDay: 6 };
/** The limit for all mailboxes together, because mail providers block heavy senders. */
export const CONFIRMATIONS_PER_HOUR = 60;

export interface NewEnquiry {
  receivedAtMs: number;
  fields: Enquiry;
  /** A second call with this key and the same body stores nothing. */
  idempotencyKey?: string | undefined;
  /** SHA-256 of the request without its captcha, in hex. */
  bodyHash: string;
  captcha: { nonce: string; expiresAtMs: number };
  isSpam: boolean;
  /** The visitor's mailbox in one spelling (`mailboxOf`), by which confirmations are limited. */
  mailbox: string;
  /** Whether the mails of other enquiries leave first. */
  isLowPriority: boolean;
  /** Host of the Message-IDs: 'maanzaad.example'. */
  mailHost: string;
}

/**
 * 'stored': the enquiry is on disk when the promise resolves. 'repeated': nothing was written.
 * 'other-body': the idempotency key was used with another body.
 */
type StoreResult = 'stored' | 'repeated' | 'other-body' | 'captcha-spent';

/** Stores an enquiry with its mails and spends its captcha, in one transaction. */
export function storeEnquiry(database: Database, enquiry: NewEnquiry): Promise<StoreResult> {
  const { idempotencyKey, bodyHash, captcha, mailbox } = enquiry;
  return database.transaction(async (query) => {
    if (database.engine === 'postgres') {
      // This locks the mailbox. Otherwise two transactions could both count zero confirmations.
      await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [mailbox]);
    }
    const unspent = await query(
      `INSERT INTO spent_captcha (nonce, expires_at_ms) VALUES ($1, $2)
       ON CONFLICT (nonce) DO NOTHING RETURNING nonce`,
      [captcha.nonce, captcha.expiresAtMs],
    );
    if (unspent.length > 0 && (await insertEnquiry(query, enquiry))) return 'stored';
    const acceptedHash = idempotencyKey && (await findSubmission({ query }, idempotencyKey));
    if (!acceptedHash) return 'captcha-spent';
    return acceptedHash === bodyHash ? 'repeated' : 'other-body';
  });
}

/** Finds the hash of the request that was accepted under an idempotency key. */
export async function findSubmission(
  { query }: Pick<Database, 'query'>,
  key: string,
): Promise<string | undefined> {
  const [row] = await query<{ hash: string }>(
    'SELECT body_hash AS hash FROM enquiry WHERE idempotency_key = $1',
    [key],
  );
  return row?.hash;
}

/** @returns false if an enquiry with this idempotency key exists */
async function insertEnquiry(query: Query, enquiry: NewEnquiry): Promise<boolean> {
  const { fields, receivedAtMs } = enquiry;
  const skipped = await reasonToSkipConfirmation(query, enquiry);
  let partyDate: string | null = null;
  if (fields.date !== undefined) {
    partyDate = new Date(wireDateToMs(fields.date)).toISOString().slice(0, 10);
  }
  const id = randomUUID();
  const inserted = await query(
    `INSERT INTO enquiry (id, received_at_ms, idempotency_key, body_hash, email, mailbox,
       party_date, fields, confirmation_skipped)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (idempotency_key) DO NOTHING RETURNING id`,
    [
      id,
      receivedAtMs,
      enquiry.idempotencyKey ?? null,
      enquiry.bodyHash,
      fields.email.toLowerCase(),
      enquiry.mailbox,
      partyDate,
      JSON.stringify(fields),
      skipped,
    ],
  );
  if (inserted.length === 0) return false;
  const kinds: MailKind[] = skipped ? ['company'] : ['company', 'confirmation'];
  for (const kind of kinds) {
    const mailId = `${id}-${kind}`;
    const messageId = `<${mailId}@${enquiry.mailHost}>`;
    await query(
      `INSERT INTO mail (id, enquiry_id, kind, state, message_id, leaves_last, queued_at_ms, tries,
         due_at_ms, fencing_token)
       VALUES ($1, $2, $3, 'queued', $4, $5, $6, 0, $6, 0)`,
      [mailId, id, kind, messageId, Number(enquiry.isLowPriority), receivedAtMs],
    );
  }
  return true;
}

/** @returns null when the visitor gets a confirmation */
async function reasonToSkipConfirmation(
  query: Query,
  { isSpam, mailbox, receivedAtMs }: NewEnquiry,
): Promise<ConfirmationSkipped | null> {
  if (isSpam) return 'spam';
  const [sent] = await query<{ inHour: number; toMailboxInHour: number; toMailboxInDay: number }>(
    `SELECT count(*) FILTER (WHERE received_at_ms > $1) AS "inHour",
       count(*) FILTER (WHERE received_at_ms > $1 AND mailbox = $4) AS "toMailboxInHour",
       count(*) FILTER (WHERE mailbox = $4) AS "toMailboxInDay"
     FROM enquiry
     WHERE confirmation_skipped IS NULL AND received_at_ms > $2 AND received_at_ms <= $3`,
    [receivedAtMs - HOUR_MS, receivedAtMs - 24 * HOUR_MS, receivedAtMs, mailbox],
  );
  const { inHour = 0, toMailboxInHour = 0, toMailboxInDay = 0 } = sent ?? {};
  const { perHour, perDay } = PER_MAILBOX;
  if (toMailboxInHour >= perHour || toMailboxInDay >= perDay) return 'mailbox-limit';
  return inHour >= CONFIRMATIONS_PER_HOUR ? 'hour-limit' : null;
}
