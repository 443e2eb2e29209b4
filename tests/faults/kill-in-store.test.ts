import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LEASE_MS } from '../../server/outbox/delivery-state.ts';
import { openStore } from '../../server/store/open-store.ts';
import { KEEP_DELIVERED_MS, type Store } from '../../server/store/store.ts';
import { count } from '../soak.ts';
import { exampleEnquiry, exampleMail, NOT_NOW } from '../store-examples.ts';
import { deliverAsNext } from './deliver-as-next.ts';
import type { Death } from './dying-store.ts';
import { type EmptyDatabases, KINDS, openEmptyDatabases } from './empty-databases.ts';
import { faultTimeoutMs } from './fault-report.ts';
import { openSmtpDouble, type SmtpDouble } from './smtp-double.ts';
import { startOutboxProcess } from './start-outbox-process.ts';

/** SIGKILL to the process that sends, in its calls to the store: to claim, to mark, to erase. */

const KILLS = count(1);
const DAY_MS = 24 * 3_600_000;

/** And how many copies of the mail there may be when the next process has done its part. */
const MOMENTS: { death: Death; copies: number[] }[] = [
  { death: { method: 'claimNextMail', when: 'during' }, copies: [1] },
  { death: { method: 'claimNextMail', when: 'after' }, copies: [1] },
  // The mail server has it, and nobody has written that down.
  { death: { method: 'markDelivered', when: 'before' }, copies: [2] },
  { death: { method: 'markDelivered', when: 'during' }, copies: [1, 2] },
  { death: { method: 'markDelivered', when: 'after' }, copies: [1] },
];

/** How the next process finds that the lease of the dead one is over. */
const WAITED = { deadAheadMs: 0, nextAheadMs: 2 * LEASE_MS };
/** The machine's clock was set back a day in between: a lease that began in the future. */
const SET_BACK = { deadAheadMs: DAY_MS, nextAheadMs: 0 };

const EXPIRED = 30;
const EXPIRED_WORDS = 'Dit is lang geleden bezorgd.';

let databases: EmptyDatabases;
let double: SmtpDouble;
const repeats = { claim: 0, mark: 0 };
const erased = { done: 0, undone: 0 };

beforeAll(async () => {
  databases = await openEmptyDatabases();
}, 60_000);

beforeEach(async () => {
  double = await openSmtpDouble();
  return () => double.close();
});

afterAll(() => databases?.dispose());

describe.each(KINDS)('%s', (kind) => {
  it('a process killed while it claims or marks a mail: it arrives, twice only when it had been taken', {
    timeout: faultTimeoutMs(KILLS * MOMENTS.length, 10_000),
  }, async () => {
    const database = await databases.create(kind);
    const store = await openStore(database);
    let kills = 0;
    for (const { death, copies } of MOMENTS.flatMap((moment) => Array(KILLS).fill(moment))) {
      const { deadAheadMs, nextAheadMs } = kills % 2 === 0 ? WAITED : SET_BACK;
      kills += 1;
      const mail = exampleMail();
      await store.acceptEnquiry(exampleEnquiry({ mails: [mail], receivedAtMs: Date.now() }));
      const smtpUrl = double.url;
      const child = { ...database, smtpUrl, parallel: 1, death, clockAheadMs: deadAheadMs };
      await (await startOutboxProcess(child)).untilKilled();
      await deliverAsNext(store, smtpUrl, nextAheadMs);

      const arrived = double.messages.filter(({ messageId }) => messageId === mail.messageId);
      expect(copies, `${death.when} ${death.method}`).toContain(arrived.length);
      repeats[death.method === 'claimNextMail' ? 'claim' : 'mark'] += arrived.length - 1;
    }
    expect(await store.countMails()).toMatchObject({
      queued: 0,
      sending: 0,
      delivered: kills,
      failed: 0,
    });
    await store.close();
  });

  it('a process killed while it erases: all that expired is still there or none, and nothing else is touched', {
    timeout: faultTimeoutMs(KILLS, 10_000),
  }, async () => {
    for (let kills = 0; kills < KILLS; kills += 1) {
      const database = await databases.create(kind);
      const store = await openStore(database);
      const expired = await addOldEnquiries(store);
      const child = { ...database, smtpUrl: double.url, parallel: 0 };
      const death: Death = { method: 'eraseExpired', when: 'during', withinMs: 15 };
      await (await startOutboxProcess({ ...child, death })).untilKilled();

      const left = await countKnown(store, expired);
      expect([0, expired.length]).toContain(left);
      expect(await store.countMails()).toMatchObject({
        queued: 1,
        sending: 0,
        delivered: left,
        failed: 1,
      });
      erased[left === 0 ? 'done' : 'undone'] += 1;

      await store.eraseExpired(Date.now());
      expect(await countKnown(store, expired)).toBe(0);
      if (kind === 'SQLite') expect(await filesOf(database.dataDir)).not.toContain(EXPIRED_WORDS);
      await deliverAsNext(store, double.url, 0);
      expect(await store.countMails()).toMatchObject({ delivered: 1, failed: 1 });
      await store.close();
    }
    // Neither a failed mail nor one that was erased.
    expect(new Set(double.messages.map(({ messageId }) => messageId)).size).toBe(KILLS);
    expect(double.messages).toHaveLength(KILLS);
  });
});

/** Some that expired, one whose mail failed, and one whose mail waits. Returns the expired ones. */
async function addOldEnquiries(store: Store): Promise<string[]> {
  const receivedAtMs = Date.now() - KEEP_DELIVERED_MS - DAY_MS;
  const add = async (text: string) => {
    const enquiry = exampleEnquiry({ receivedAtMs, mails: [{ ...exampleMail(), text }] });
    await store.acceptEnquiry(enquiry);
    return String(enquiry.submissionId);
  };
  const claim = async () => {
    const claimed = await store.claimNextMail(receivedAtMs, LEASE_MS);
    if (!claimed) throw new Error('No mail was due.');
    return claimed;
  };
  await add('Mislukt.');
  await store.markFailed(await claim(), receivedAtMs, NOT_NOW);
  const expired: string[] = [];
  for (let count = 0; count < EXPIRED; count += 1) {
    expired.push(await add(EXPIRED_WORDS));
    await store.markDelivered(await claim(), receivedAtMs);
  }
  await add('Wacht.');
  return expired;
}

async function countKnown(store: Store, submissionIds: string[]): Promise<number> {
  const found = await Promise.all(submissionIds.map((id) => store.findSubmission(id)));
  return found.filter((submission) => submission !== undefined).length;
}

async function filesOf(folder: string): Promise<string> {
  const names = await readdir(folder);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join('');
}
