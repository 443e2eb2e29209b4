import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { type Tables, UNTRIED } from './schema.ts';
import { askedTimes, type Share } from './share.ts';
import {
  type AcceptResult,
  CLOCK_SKEW_MS,
  type Limit,
  type MailState,
  type NewEnquiry,
  type NewMail,
} from './store.ts';

/** `Store.acceptEnquiry`: whatever is not stored leaves nothing behind, not even a count. */
export async function acceptEnquiry(db: Kysely<Tables>, entry: NewEnquiry): Promise<AcceptResult> {
  try {
    return await db.transaction().execute((transaction) => accept(transaction, entry));
  } catch (error) {
    if (error instanceof NotAccepted) return error.result;
    throw error;
  }
}

/** `Store.proveStorable`: an enquiry of nobody's comes and goes in one transaction that commits. */
export async function proveStorable(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const result = await accept(transaction, nobodysEnquiry());
    if (result.kind !== 'stored') throw new Error('Nothing was stored.');
    await transaction.deleteFrom('enquiry').where('id', '=', result.enquiryId).execute();
    await transaction.deleteFrom('spent_captcha').where('nonce', 'like', `${PROBE}%`).execute();
    await transaction.deleteFrom('limit_window').where('key', 'like', `${PROBE}%`).execute();
  });
}

const PROBE = 'probe:';

function nobodysEnquiry(): NewEnquiry {
  const own = `${PROBE}${randomUUID()}`;
  const mail = {
    visitor: { name: '', address: '' },
    messageId: '',
    dateMs: 0,
    subject: '',
    text: '',
    html: '',
  };
  return {
    submissionId: own,
    bodyHash: '',
    captcha: { nonces: [own], expiresAtMs: 0, times: 1 },
    receivedAtMs: 0,
    mails: [
      { ...mail, kind: 'company' },
      { ...mail, kind: 'confirmation' },
    ],
    limits: { share: [{ key: own, most: 1, windowMs: 1 }], confirmation: [] },
  };
}

/** Thrown inside the transaction, so that it is rolled back. */
class NotAccepted extends Error {
  readonly result: AcceptResult;

  constructor(result: AcceptResult) {
    super(result.kind);
    this.result = result;
  }
}

async function accept(db: Transaction<Tables>, entry: NewEnquiry): Promise<AcceptResult> {
  const enquiryId = randomUUID();
  const { submissionId = null, bodyHash, captcha, receivedAtMs } = entry;
  // Before everything else: a repeat carries the captcha its first try has spent and must not count
  // again. PostgreSQL waits here for the same submission that is being committed beside this one.
  const inserted = await db
    .insertInto('enquiry')
    .values({
      id: enquiryId,
      within_share: 1,
      received_at_ms: receivedAtMs,
      submission_id: submissionId,
      body_hash: bodyHash,
    })
    .onConflict((conflict) => conflict.column('submission_id').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) {
    throw new NotAccepted(await resultOfDuplicate(db, submissionId, bodyHash));
  }

  const { isWithinShare, times, isGathered, confirmation } = await countAgainstLimits(db, entry);
  if (captcha) {
    const { nonces, expiresAtMs } = captcha;
    const spent = await db
      .insertInto('spent_captcha')
      .values(nonces.map((nonce) => ({ nonce, expires_at_ms: expiresAtMs })))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (spent.numInsertedOrUpdatedRows !== BigInt(nonces.length)) {
      throw new NotAccepted({ kind: 'captcha-spent' });
    }
    // After that, or a spent one would be sent back for more work that cannot help it.
    if (captcha.times < times) throw new NotAccepted({ kind: 'too-easy', times });
  }
  if (!isWithinShare) {
    await db.updateTable('enquiry').set({ within_share: 0 }).where('id', '=', enquiryId).execute();
  }
  const mails = entry.mails.filter(
    ({ kind }) => kind !== 'confirmation' || confirmation !== 'left-out',
  );
  const stateOf = ({ kind, digestPart }: NewMail): MailState => {
    if (kind === 'company') return isGathered && digestPart ? 'gathered' : 'queued';
    return confirmation === 'held' ? 'held' : 'queued';
  };
  await db
    .insertInto('mail')
    .values(mails.map((mail) => newRow(mail, stateOf(mail), enquiryId, receivedAtMs)))
    .execute();
  return {
    kind: 'stored',
    enquiryId,
    isConfirmationLeftOut: mails.length < entry.mails.length,
    isConfirmationHeld: mails.some((mail) => stateOf(mail) === 'held'),
  };
}

function newRow(
  mail: NewMail,
  state: MailState,
  enquiryId: string,
  receivedAtMs: number,
): Tables['mail'] {
  const { text, html } = (state === 'gathered' && mail.digestPart) || mail;
  return {
    ...UNTRIED,
    id: randomUUID(),
    enquiry_id: enquiryId,
    kind: mail.kind,
    visitor_name: mail.visitor.name,
    visitor_address: mail.visitor.address,
    message_id: mail.messageId,
    date_ms: mail.dateMs,
    subject: mail.subject,
    text,
    html,
    calendar: mail.calendar ?? null,
    state,
    queued_at_ms: receivedAtMs,
    since_ms: receivedAtMs,
    due_at_ms: receivedAtMs,
  };
}

async function resultOfDuplicate(
  db: Transaction<Tables>,
  submissionId: string | null,
  bodyHash: string,
): Promise<AcceptResult> {
  const earlier = await db
    .selectFrom('enquiry')
    .select(['id', 'body_hash'])
    .where('submission_id', '=', submissionId)
    .executeTakeFirst();
  if (!earlier) throw new Error('The submission was erased at this moment.');
  return earlier.body_hash === bodyHash
    ? { kind: 'repeated', enquiryId: earlier.id }
    : { kind: 'other-body' };
}

/** What the limits make of an enquiry that is taken. */
interface Verdict {
  isWithinShare: boolean;
  /** How many times a visitor's usual work its captcha has to bring. */
  times: number;
  /** Its company mail travels in a digest. */
  isGathered: boolean;
  confirmation: 'sent' | 'held' | 'left-out';
}

/** A confirmation counts only when one is owed, and against all of them only when it goes out. */
async function countAgainstLimits(
  db: Transaction<Tables>,
  { limits, mails, receivedAtMs }: NewEnquiry,
): Promise<Verdict> {
  const isOwed = mails.some(({ kind }) => kind === 'confirmation');
  const { share = [], companyMails, confirmation, confirmationsInAll } = limits;
  const perMailbox = isOwed ? confirmation : [];
  const inAll = isOwed && confirmationsInAll ? [confirmationsInAll] : [];
  const perMail = companyMails ? [companyMails] : [];
  const counted = [...share, ...perMail, ...perMailbox, ...inAll];
  const windows = await countInWindows(db, counted, receivedAtMs);
  const isReached = ({ key, most }: Limit) => (windows.get(key)?.used ?? 0) > most;

  const isWithinShare = !share.some((one) => !one.isEverybodys && isReached(one));
  const verdict = {
    isWithinShare,
    times: askedTimes(share, ({ key }) => (windows.get(key)?.used ?? 1) - 1),
    isGathered: perMail.some(isReached),
  };
  if (perMailbox.some(isReached)) {
    await takeBack(db, [...perMailbox, ...inAll]);
    return { ...verdict, confirmation: 'left-out' };
  }
  // What is beyond its network's share waits for its turn even while there is room.
  if (inAll.length > 0 && (!isWithinShare || inAll.some(isReached))) {
    await takeBack(db, inAll);
    return { ...verdict, confirmation: 'held' };
  }
  return { ...verdict, confirmation: 'sent' };
}

/** Undoes what {@link countInWindows} counted. */
async function takeBack(db: Transaction<Tables>, limits: Limit[]): Promise<void> {
  const keys = limits.map(({ key }) => key);
  if (keys.length === 0) return;
  await db
    .updateTable('limit_window')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('key', 'in', keys)
    .execute();
}

/** What the next enquiry would be asked: as `countAgainstLimits` finds it, without counting. */
export async function readAskedTimes(
  db: Kysely<Tables>,
  shares: Share[],
  nowMs: number,
): Promise<number> {
  if (shares.length === 0) return 1;
  const rows = await db
    .selectFrom('limit_window')
    .select(['key', 'used'])
    .where(
      'key',
      'in',
      shares.map(({ key }) => key),
    )
    .where('ends_at_ms', '>', nowMs)
    .execute();
  const used = new Map(rows.map((row) => [row.key, row.used]));
  return askedTimes(shares, ({ key }) => used.get(key) ?? 0);
}

/** Counts one more in each window, and begins those anew that have ended. */
export async function countInWindows(db: Transaction<Tables>, limits: Limit[], nowMs: number) {
  if (limits.length === 0) return new Map<string, Tables['limit_window']>();
  const rows = await db
    .insertInto('limit_window')
    // In the order of the limits, the same in every process: two of them cannot wait for each other.
    .values(limits.map(({ key, windowMs }) => ({ key, used: 1, ends_at_ms: nowMs + windowMs })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const endsAtMs = eb.ref('limit_window.ends_at_ms');
        const isOpen = eb.and([
          eb(endsAtMs, '>', nowMs),
          // Longer than a window can be: a clock was set back since.
          eb(endsAtMs, '<=', eb(eb.ref('excluded.ends_at_ms'), '+', CLOCK_SKEW_MS)),
        ]);
        return {
          used: eb
            .case()
            .when(isOpen)
            .then(eb('limit_window.used', '+', 1))
            .else(1)
            .end(),
          ends_at_ms: eb
            .case()
            .when(isOpen)
            .then(endsAtMs)
            .else(eb.ref('excluded.ends_at_ms'))
            .end(),
        };
      }),
    )
    .returningAll()
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}
