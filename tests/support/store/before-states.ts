import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Store } from '../../../server/store/store.ts';
import { NOON_MS } from './examples.ts';

/* Reads and writes the database as a version did whose enquiries had no state yet. */

const MIGRATIONS = join(import.meta.dirname, '../../../server/store/migrations');
const FILES = ['001-schema.sql', '002-refusals.sql'];

type Run = (statement: string) => Promise<Record<string, unknown>[]>;

async function makeDatabase(run: Run): Promise<void> {
  await run('CREATE TABLE schema_version (version BIGINT NOT NULL)');
  for (const [i, file] of FILES.entries()) {
    const script = readFileSync(join(MIGRATIONS, file), 'utf8');
    for (const statement of script.trim().split(/;\s*\n/)) await run(statement);
    await run(`INSERT INTO schema_version (version) VALUES (${i + 1})`);
  }
}

/** Stores an enquiry whose company mail was delivered. */
async function insertEnquiry(run: Run, name: string): Promise<void> {
  const id = randomUUID();
  const fields = JSON.stringify({ email: 'a@b.example', name, message: 'x', date: '1-6-2027' });
  await run(`INSERT INTO enquiry (id, received_at_ms, idempotency_key, body_hash, email, mailbox,
    party_date, fields, confirmation_skipped) VALUES ('${id}', ${NOON_MS}, '${id}',
    'hash', 'a@b.example', 'a@b.example', '2027-06-01', '${fields}', NULL)`);
  await run(`INSERT INTO mail (id, enquiry_id, kind, state, message_id, leaves_last, queued_at_ms,
    tries, due_at_ms, fencing_token, ended_at_ms) VALUES ('${id}-company', '${id}', 'company',
    'delivered', '<${id}@maanzaad.example>', 0, ${NOON_MS}, 1, ${NOON_MS}, 1, ${NOON_MS})`);
}

/** Reads names as that version's list reads them. */
async function namesIn(run: Run): Promise<string[]> {
  const rows = await run(`SELECT id, received_at_ms AS "receivedAtMs", fields,
    confirmation_skipped AS "confirmationSkipped" FROM enquiry ORDER BY received_at_ms DESC, id`);
  return rows.map(({ fields }) => JSON.parse(String(fields)).name).sort();
}

async function eraseAll(run: Run): Promise<number> {
  const rows = await run(`DELETE FROM enquiry WHERE received_at_ms < ${NOON_MS + 1}
    AND EXISTS (SELECT 1 FROM mail WHERE enquiry_id = enquiry.id AND kind = 'company'
      AND state = 'delivered' AND ended_at_ms < ${NOON_MS + 1}) RETURNING id`);
  return rows.length;
}

/**
 * Checks that an upgrade and a rollback lose nothing, and that both versions can run at the same
 * time.
 */
export async function expectUpgradeAndRollbackToKeepAll(run: Run, open: () => Promise<Store>) {
  await makeDatabase(run);
  await insertEnquiry(run, 'An');
  const store = await open();
  const [an] = await store.listEnquiries();
  await store.setState(an?.id ?? '', 'booked');
  await store.setNote(an?.id ?? '', { note: 'voorschot betaald', before: '' });
  // The previous version runs at the same time during an upgrade, and alone after a rollback.
  await insertEnquiry(run, 'Bert');
  const seenBefore = await namesIn(run);
  const listed = await store.listEnquiries();
  const seenNow = listed.map(({ fields, state, note }) => `${fields.name} ${state} ${note}`.trim());
  await store.close();
  const again = await open();
  const newAgain = await again.countNew();
  const erased = await eraseAll(run);
  const left = (await again.listEnquiries()).length;
  await again.close();
  expect({ seenBefore, seenNow: seenNow.sort(), newAgain, erased, left }).toEqual({
    seenBefore: ['An', 'Bert'],
    seenNow: ['An booked voorschot betaald', 'Bert new'],
    newAgain: 1,
    erased: 2,
    left: 0,
  });
}
