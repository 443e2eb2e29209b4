import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from './postgres-transaction.ts';
import type { AcceptResult, NewEnquiry } from './store.ts';

/** `Store.acceptEnquiry` on PostgreSQL. */
export function acceptEnquiry(pool: Pool, entry: NewEnquiry): Promise<AcceptResult> {
  return inTransaction(
    pool,
    (client) => accept(client, entry),
    (result) => result.kind === 'stored',
  );
}

async function accept(client: PoolClient, entry: NewEnquiry): Promise<AcceptResult> {
  // On disk when COMMIT returns, whatever the server's default is.
  await client.query('SET LOCAL synchronous_commit = on');
  const enquiryId = randomUUID();
  // Waits for a twin that is being committed, so that exactly one of the two gets through. The
  // submission comes before the captcha: a repeat carries the captcha its first try has spent.
  const inserted = await client.query(
    `INSERT INTO enquiry (id, slug, received_at_ms, submission_id, body_hash, fields)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (submission_id) DO NOTHING`,
    [
      enquiryId,
      entry.slug,
      entry.receivedAtMs,
      entry.submissionId ?? null,
      entry.bodyHash,
      JSON.stringify(entry.enquiry),
    ],
  );
  if (inserted.rowCount === 0) {
    const { rows } = await client.query<{ id: string; body_hash: string }>(
      'SELECT id, body_hash FROM enquiry WHERE submission_id = $1',
      [entry.submissionId],
    );
    const earlier = rows[0];
    if (!earlier) throw new Error('The submission was erased at this moment.');
    if (earlier.body_hash !== entry.bodyHash) return { kind: 'other-body' };
    return { kind: 'repeated', enquiryId: earlier.id };
  }
  if (entry.captchaNonce !== undefined) {
    const spent = await client.query(
      'INSERT INTO spent_captcha (nonce, expires_at_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [entry.captchaNonce, entry.captchaExpiresAtMs ?? entry.receivedAtMs],
    );
    if (spent.rowCount === 0) return { kind: 'captcha-spent' };
  }
  for (const mail of entry.mails) {
    await client.query(
      `INSERT INTO mail (id, enquiry_id, state, queued_at_ms, since_ms, due_at_ms, content)
       VALUES ($1, $2, 'queued', $3, $3, $3, $4)`,
      [randomUUID(), enquiryId, entry.receivedAtMs, JSON.stringify(mail)],
    );
  }
  return { kind: 'stored', enquiryId };
}
