import { utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../runtime/log.ts';
import { listen } from '../tests/support/servers/ports.ts';
import { attemptNext, exampleEnquiry } from '../tests/support/store/examples.ts';
import { openTestStore, temporaryFolder } from '../tests/support/temporary-folder.ts';
import { checkHealth, type Heartbeat, startHeartbeat } from './heartbeat.ts';
import type { AttemptOutcome } from './store/mails.ts';
import { sqliteFileOf } from './store/sqlite.ts';
import type { Store } from './store/store.ts';

const HOUR_MS = 3_600_000;

let store: Store;
let dataDir: string;
let server: Server;
let url: string;
let calls: string[];
/** What the monitor responds. */
let monitorResponse: { status: number; body: string };
let heartbeat: Heartbeat | undefined;
let lines: string[];
beforeEach(async () => {
  ({ store, dataDir } = await openTestStore());
  calls = [];
  monitorResponse = { status: 200, body: 'OK' };
  lines = [];
  server = createServer(async (request, response) => {
    calls.push(`${request.method} ${request.url} ${await text(request)}`.trim());
    response.writeHead(monitorResponse.status).end(monitorResponse.body);
  });
  url = `http://127.0.0.1:${await listen(server)}/ping/key?x=1`;
});
afterEach(async () => {
  await heartbeat?.stop();
  server.close();
});

const dependenciesOf = (more: { BACKUP_DIR?: string; releaseFailure?: string } = {}) => ({
  store,
  settings: {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    BACKUP_DIR: more.BACKUP_DIR,
    HEARTBEAT_URL: url,
  },
  releaseFailure: () => more.releaseFailure,
  log: createLog('info', (line) => void lines.push(line)),
});
const beat = (dependencies = dependenciesOf()) => {
  heartbeat = startHeartbeat(dependencies, 20);
};

test('a healthy server calls the address with GET', async () => {
  beat();
  await expect.poll(() => calls.length).toBeGreaterThan(2);
  expect(new Set(calls)).toEqual(new Set(['GET /ping/key?x=1']));
});

test('an enquiry that is undelivered after an hour is reported until it is erased', async () => {
  await store.storeEnquiry(exampleEnquiry({ receivedAtMs: Date.now() - HOUR_MS - 1000 }));
  const noLogin = { kind: 'released', reason: 'EAUTH at AUTH PLAIN' } as const;
  const { fields } = await attemptNext(store, noLogin, Date.now());
  beat();
  await expect
    .poll(() => calls[0])
    .toMatch(/^POST \/ping\/key\/fail\?x=1 company mails that are late: 1, .*EAUTH/);
  await expect.poll(() => lines.join('')).toContain('the site needs attention');
  expect(lines.join('')).not.toContain(fields.email);
  const [record] = await store.listEnquiries();
  await store.eraseEnquiry(String(record?.id));
  await expect.poll(() => calls.at(-1)).toBe('GET /ping/key?x=1');
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

test.each([
  [404, 'not found', 'it responded with 404'],
  [410, '', 'it responded with 410'],
  [500, 'OK', 'it responded with 500'],
  // healthchecks.io responds with this to an id that it does not know.
  [200, 'OK (not found)', "it responded with 'OK (not found)'"],
])(
  'a monitor that responds with %s ‘%s’ is a warning in the log, once',
  async (status, body, reason) => {
    monitorResponse = { status, body };
    beat();
    await expect.poll(() => calls.length).toBeGreaterThan(3);
    const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn');
    expect(warnings.map((line) => line.reason)).toEqual([reason]);
    monitorResponse = { status: 200, body: 'OK' };
    const count = calls.length;
    await expect.poll(() => calls.length).toBeGreaterThan(count + 2);
    monitorResponse = { status, body };
    await expect.poll(() => lines.length).toBe(2);
  },
);

test('an unreachable heartbeat service is logged, and called again', async () => {
  const dependencies = dependenciesOf();
  server.close();
  beat(dependencies);
  await expect.poll(() => lines.join('')).toContain('connection refused');
  server.listen(Number(new URL(url).port), '127.0.0.1');
  await expect.poll(() => calls[0]).toBe('GET /ping/key?x=1');
});
