import { randomBytes, randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Enquiry } from '../../enquiry/enquiry.ts';
import type { ConfirmationSkipped, Database, MailKind, Tables } from './database.ts';

const HOUR_MS = 3_600_000;

/** Limit of confirmations per mailbox, so that the form cannot be used to flood it. */
const MAILBOX_CONFIRMATIONS = { anHour: 1, aDay: 3 };
/** Limit of all confirmations per hour, because mail providers block heavy senders. */
const CONFIRMATIONS_AN_HOUR = 60;

/** Data that one submission commits atomically. */
export interface NewEnquiry {
  receivedAtMs: number;
  /** The validated fields. */
  fields: Enquiry;
  /** A repeat with the same body is the same enquiry. */
  idempotencyKey?: string | undefined;
  /** SHA-256 of the request without its captcha, in hex; identifies a repeat. */
  bodyHash: string;
  /** Spent by this enquiry; it cannot be used again. */
  captcha?: { nonce: string; expiresAtMs: number };
  /** Sends no confirmation. */
  isSpam: boolean;
  /** Key of the visitor's mailbox, equal for all spellings. */
  mailbox: string;
  /** Its mails have low priority. */
  leavesLast: boolean;
  /** Host of the Message-IDs: 'maanzaad.example'. */
  mailHost: string;
}

export type AcceptResult =
  /** On disk when the promise resolves. */
  | { kind: 'stored'; id: string; confirmationSkipped: ConfirmationSkipped | null }
  /** A repeat: nothing was written. */
  | { kind: 'repeated' }
  /** The idempotency key was used with another body. */
  | { kind: 'other-body' }
  | { kind: 'captcha-spent' };

class CaptchaSpentError extends Error {}

/** Stores an enquiry with its mails and spends its captcha, in one transaction. */
export async function acceptEnquiry(
  { db, engine }: Database,
  enquiry: NewEnquiry,
): Promise<AcceptResult> {
  const { fields, idempotencyKey, bodyHash, captcha, mailbox, receivedAtMs } = enquiry;
  try {
    return await db.transaction().execute(async (transaction): Promise<AcceptResult> => {
      if (engine === 'postgres') {
        // Locks the mailbox; otherwise two transactions could both count zero confirmations.
        const lock = sql`SELECT pg_advisory_xact_lock(hashtextextended(${mailbox}, 0))`;
        await lock.execute(transaction);
      }
      const confirmationSkipped = await skipConfirmation(transaction, enquiry);
      const id = createId(receivedAtMs);
      const inserted = await transaction
        .insertInto('enquiry')
        .values({
          id,
          received_at_ms: receivedAtMs,
          idempotency_key: idempotencyKey ?? null,
          body_hash: bodyHash,
          email: fields.email.toLowerCase(),
          mailbox,
          party_date: isoDate(fields.date),
          fields: JSON.stringify(fields),
          confirmation_skipped: confirmationSkipped,
        })
        .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!inserted) {
        const acceptedHash = await findSubmission(transaction, idempotencyKey ?? '');
        return { kind: acceptedHash === bodyHash ? 'repeated' : 'other-body' };
      }
      if (captcha) await spend(transaction, captcha);
      const kinds: MailKind[] = confirmationSkipped ? ['company'] : ['company', 'confirmation'];
      await transaction
        .insertInto('mail')
        .values(kinds.map((kind) => newMail(id, kind, enquiry)))
        .execute();
      return { kind: 'stored', id, confirmationSkipped };
    });
  } catch (error) {
    // Throwing rolls the enquiry back.
    if (error instanceof CaptchaSpentError) return { kind: 'captcha-spent' };
    throw error;
  }
}

/** The hash of the request that was accepted under an idempotency key. */
export async function findSubmission(
  db: Kysely<Tables>,
  idempotencyKey: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('enquiry')
    .select('body_hash')
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  return found?.body_hash;
}

async function spend(
  transaction: Transaction<Tables>,
  { nonce, expiresAtMs }: { nonce: string; expiresAtMs: number },
): Promise<void> {
  const spent = await transaction
    .insertInto('spent_captcha')
    .values({ nonce, expires_at_ms: expiresAtMs })
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .returning('nonce')
    .executeTakeFirst();
  if (!spent) throw new CaptchaSpentError();
}

async function skipConfirmation(
  transaction: Transaction<Tables>,
  { isSpam, mailbox, receivedAtMs }: NewEnquiry,
): Promise<ConfirmationSkipped | null> {
  if (isSpam) return 'spam';
  const confirmed = transaction
    .selectFrom('enquiry')
    .select('received_at_ms')
    .where('received_at_ms', '<=', receivedAtMs)
    .where(sql<boolean>`confirmation_skipped IS NULL`);
  const toMailbox = await confirmed
    .where('mailbox', '=', mailbox)
    .where('received_at_ms', '>', receivedAtMs - 24 * HOUR_MS)
    .execute();
  const inLastHour = toMailbox.filter((row) => row.received_at_ms > receivedAtMs - HOUR_MS);
  if (
    toMailbox.length >= MAILBOX_CONFIRMATIONS.aDay ||
    inLastHour.length >= MAILBOX_CONFIRMATIONS.anHour
  ) {
    return 'mailbox-limit';
  }
  const toAll = await confirmed
    .where('received_at_ms', '>', receivedAtMs - HOUR_MS)
    .limit(CONFIRMATIONS_AN_HOUR)
    .execute();
  return toAll.length >= CONFIRMATIONS_AN_HOUR ? 'hour-limit' : null;
}

function newMail(
  enquiryId: string,
  kind: MailKind,
  { receivedAtMs, leavesLast, mailHost }: NewEnquiry,
): Tables['mail'] {
  const id = randomUUID();
  return {
    id,
    enquiry_id: enquiryId,
    kind,
    state: 'queued',
    message_id: `<${id}@${mailHost}>`,
    leaves_last: leavesLast ? 1 : 0,
    queued_at_ms: receivedAtMs,
    tries: 0,
    due_at_ms: receivedAtMs,
    fencing_token: 0,
    ended_at_ms: null,
    last_error: null,
  };
}

/** '2027-03-05' for the wire date '5-3-2027'. */
function isoDate(wireDate: string | undefined): string | null {
  if (wireDate === undefined) return null;
  const [day = '', month = '', year = ''] = wireDate.split('-');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** A UUID of version 7 (RFC 9562, 5.7): sorts by time. */
function createId(nowMs: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
