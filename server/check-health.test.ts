import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { exampleEnquiry } from '../tests/support/store/examples.ts';
import { openTestStore, temporaryFolder } from '../tests/support/temporary-folder.ts';
import { checkHealth } from './check-health.ts';
import type { AttemptOutcome } from './store/mails.ts';
import { sqliteFileOf } from './store/sqlite.ts';
import type { Store } from './store/store.ts';

const HOUR_MS = 3_600_000;

let store: Store;
let dataDir: string;
beforeEach(async () => {
  ({ store, dataDir } = await openTestStore());
});

const dependenciesOf = (more: { BACKUP_DIR?: string; releaseFailure?: string } = {}) => ({
  store,
  settings: { DATA_DIR: dataDir, DATABASE_URL: '', BACKUP_DIR: more.BACKUP_DIR },
  releaseFailure: () => more.releaseFailure,
});

test('confirmations that the mail server refuses are reported with its words', async () => {
  const refusal = { kind: 'retry', reason: '554 5.7.1 Relay access denied', refusal: 'permanent' };
  const outcome = { ...refusal, dueAtMs: Date.now() + HOUR_MS } as AttemptOutcome;
  for (const domain of ['a.example', 'b.example', 'c.example']) {
    const { fields } = exampleEnquiry();
    const email = `an@${domain}`;
    await store.storeEnquiry(
      exampleEnquiry({ receivedAtMs: Date.now(), fields: { ...fields, email }, mailbox: email }),
    );
    for (let mail = 0; mail < 2; mail += 1) {
      const claim = await store.claimMail(Date.now());
      if (!claim) throw new Error('No mail is due.');
      const isCompany = claim.kind === 'company';
      await store.settleMail(claim, isCompany ? { kind: 'delivered' } : outcome, Date.now());
    }
    const isThird = domain === 'c.example';
    const expected = isThird ? [expect.stringContaining('554 5.7.1 Relay access denied')] : [];
    expect(await checkHealth(dependenciesOf(), Date.now())).toEqual(expected);
  }
});

test('an unwritable store, an unserved release and an old backup are reported', async () => {
  const nowMs = Date.now();
  const folder = await temporaryFolder();
  const dependencies = dependenciesOf({
    BACKUP_DIR: folder,
    releaseFailure: 'release.json is damaged',
  });
  const other = new DatabaseSync(sqliteFileOf(dataDir));
  other.exec('BEGIN IMMEDIATE');
  expect(await checkHealth(dependencies, nowMs)).toEqual([
    'no enquiry can be stored: database is locked',
    expect.stringContaining('release.json is damaged'),
    expect.stringContaining('no backup has left this machine yet'),
  ]);
  other.close();
  await writeFile(join(folder, 'shipped'), '');
  const fresh = dependenciesOf({ BACKUP_DIR: folder });
  expect(await checkHealth(fresh, nowMs)).toEqual([]);
  const old = new Date(nowMs - 27 * HOUR_MS);
  await utimes(join(folder, 'shipped'), old, old);
  expect(await checkHealth(fresh, nowMs)).toEqual([
    expect.stringContaining('no backup in the last 26 hours'),
  ]);
});

test('mails that cannot be read are not reported as enquiries that cannot be stored', async () => {
  const broken = () => Promise.reject(Object.assign(new Error('x'), { code: '53100' }));
  const dependencies = dependenciesOf();
  expect(await checkHealth({ ...dependencies, store: { ...store, health: broken } }, 0)).toEqual([
    'the state of the mails cannot be read: the disk of the database is full (53100)',
  ]);
});

test('a copy that was not saved, one that did not leave, and each other part are told apart', async () => {
  const nowMs = Date.now();
  const folder = await temporaryFolder();
  const dependencies = dependenciesOf({ BACKUP_DIR: folder });
  const setAge = async (name: string, hours: number) => {
    const then = new Date(nowMs - hours * HOUR_MS);
    await writeFile(join(folder, name), '');
    await utimes(join(folder, name), then, then);
  };
  const expectFailures = async (...failures: string[]) => {
    const expected = failures.map((text) => expect.stringContaining(text));
    expect(await checkHealth(dependencies, nowMs)).toEqual(expected);
  };
  await setAge('shipped', 27);
  await expectFailures('was saved');
  await setAge('enquiries.sqlite', 27);
  await expectFailures('was saved');
  await setAge('enquiries.pgdump', 1);
  await expectFailures('has left this machine');
  await setAge('shipped', 1);
  await expectFailures();
  for (const [name, hours] of Object.entries({ 'content-shipped': 25, pruned: 47, checked: 200 })) {
    await setAge(name, hours);
  }
  await expectFailures();
  for (const [name, hours] of Object.entries({ 'content-shipped': 27, pruned: 49, checked: 217 })) {
    await setAge(name, hours);
  }
  await expectFailures('content', 'not been pruned', 'not been checked');
});
