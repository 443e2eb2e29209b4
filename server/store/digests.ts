import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { countInWindows } from './accept-enquiry.ts';
import { queuedAnew } from './change-records.ts';
import { type Tables, UNTRIED } from './schema.ts';
import { DIGEST_EVERY_MS, type DigestPart, type Limit, MOST_IN_A_DIGEST } from './store.ts';

/** One in each window, whichever of several servers makes it. */
const ONE_AT_A_TIME: Limit = { key: 'digest', most: 1, windowMs: DIGEST_EVERY_MS };

/** `Store.gatherDigests` */
export function gatherDigests(db: Kysely<Tables>, nowMs: number, host: string): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const waiting = () =>
      transaction
        .selectFrom('mail')
        .where(sql<boolean>`state = 'gathered'`)
        .where('digest_id', 'is', null);
    if (!(await waiting().select('id').limit(1).executeTakeFirst())) return 0;
    const windows = await countInWindows(transaction, [ONE_AT_A_TIME], nowMs);
    if ((windows.get(ONE_AT_A_TIME.key)?.used ?? 0) > ONE_AT_A_TIME.most) return 0;

    // Read once the window is ours: another server may have taken some until then.
    const mails = await waiting()
      .innerJoin('enquiry', 'enquiry.id', 'mail.enquiry_id')
      .select(['mail.id', sql<number>`length(text) + length(html)`.as('characters')])
      .orderBy('within_share', 'desc')
      .orderBy('queued_at_ms')
      .orderBy('mail.id')
      .execute();
    const digests = inDigests(mails);
    for (const ids of digests) {
      const id = randomUUID();
      await transaction
        .insertInto('mail')
        .values(newDigest(id, nowMs, host))
        .execute();
      await transaction.updateTable('mail').set({ digest_id: id }).where('id', 'in', ids).execute();
    }
    return digests.length;
  });
}

/** The ids of those that go together, none too large for a mail server. */
function inDigests(mails: { id: string; characters: number }[]): string[][] {
  const digests: string[][] = [];
  let open: string[] = [];
  let characters = 0;
  for (const mail of mails) {
    const isFull =
      open.length >= MOST_IN_A_DIGEST.enquiries ||
      characters + mail.characters > MOST_IN_A_DIGEST.characters;
    if (open.length === 0 || isFull) {
      open = [];
      digests.push(open);
      characters = 0;
    }
    open.push(mail.id);
    characters += mail.characters;
  }
  return digests;
}

function newDigest(id: string, nowMs: number, host: string): Tables['mail'] {
  return {
    ...UNTRIED,
    ...queuedAnew(nowMs),
    id,
    enquiry_id: null,
    kind: 'digest',
    visitor_name: '',
    visitor_address: '',
    message_id: `<${id}@${host}>`,
    date_ms: nowMs,
    subject: '',
    text: '',
    html: '',
    calendar: null,
  };
}

/** What a digest brings, in the order of {@link gatherDigests}. */
export async function partsOfDigest(db: Kysely<Tables>, digestId: string): Promise<DigestPart[]> {
  const rows = await db
    .selectFrom('mail')
    .innerJoin('enquiry', 'enquiry.id', 'mail.enquiry_id')
    .select(['visitor_name', 'visitor_address', 'subject', 'text', 'html'])
    .where('digest_id', '=', digestId)
    .where('state', '=', 'gathered')
    .orderBy('within_share', 'desc')
    .orderBy('queued_at_ms')
    .orderBy('mail.id')
    .execute();
  return rows.map(({ visitor_name: name, visitor_address: address, ...part }) => ({
    ...part,
    visitor: { name, address },
  }));
}
