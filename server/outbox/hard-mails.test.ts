import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFakeClock, type FakeClock } from '../../tests/fake-clock.ts';
import { exampleEnquiry, exampleMail, NOON_MS } from '../../tests/store-examples.ts';
import { TEST_DIGESTS } from '../../tests/test-digests.ts';
import { openStore } from '../store/open-store.ts';
import { DEADLY_AFTER, DIGEST_EVERY_MS, type OutgoingMail, type Store } from '../store/store.ts';
import { type DeliveryOutcome, GIVE_UP_AFTER_TRIES, LEASE_MS } from './delivery-state.ts';
import { type Outbox, startOutbox } from './outbox.ts';
import { WARN_AFTER_MS } from './watch.ts';

/** Mails that hang, stall or kill, and more of them than a mailbox bears; by the outbox's two workers. */

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const HOUR_MS = 3_600_000;
const TAKEN: DeliveryOutcome = { kind: 'delivered' };
const SILENT: DeliveryOutcome = { kind: 'stalled', mayHaveArrived: true, reason: 'final dot' };

let dataDir: string;
let store: Store;
let clock: FakeClock;
let outbox: Outbox | undefined;
/** Every try: the mail's subject, when it began, and when it ended. */
let tries: { subject: string; atMs: number; endedAtMs?: number }[];
let logged: { level: string; message: string }[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hard-mails-'));
  store = await openStore({ dataDir, databaseUrl: '' });
  clock = createFakeClock(NOON_MS);
  tries = [];
  logged = [];
});

afterEach(async () => {
  await outbox?.stop(2_000);
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

function start(answer: (mail: OutgoingMail) => DeliveryOutcome | Promise<DeliveryOutcome>) {
  const write = (level: string) => (_: object, message: string) => logged.push({ level, message });
  outbox = startOutbox({
    store,
    transport: {
      description: 'test',
      async deliver(mail, signal) {
        const attempt: (typeof tries)[number] = { subject: mail.subject, atMs: clock.nowMs() };
        tries.push(attempt);
        const brokenOff = new Promise<DeliveryOutcome>((resolve) => {
          signal.addEventListener('abort', () => resolve(SILENT));
        });
        const outcome = await Promise.race([answer(mail), brokenOff]);
        attempt.endedAtMs = clock.nowMs();
        return outcome;
      },
      close() {},
    },
    clock,
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    random: () => 0.5,
    parallel: 2,
    digests: TEST_DIGESTS,
  });
}

async function queue(subject: string, receivedAtMs = clock.nowMs()): Promise<void> {
  const mails = [{ ...exampleMail(), subject }];
  await store.acceptEnquiry(exampleEnquiry({ mails, receivedAtMs }));
}

/** Lets time pass, step by step, until `done` holds; both workers and the housekeeping rest between. */
async function passTime(done: () => boolean | Promise<boolean>): Promise<void> {
  for (;;) {
    await clock.untilAsleep(3);
    if (await done()) return;
    clock.wakeNext();
  }
}

it('lets mails go on beside five that hang, and holds on to those for as long as they do', async () => {
  const hanging = ['1', '2', '3', '4', '5'];
  for (const subject of hanging) await queue(subject, NOON_MS - 1);
  for (const subject of ['x', 'y', 'z']) await queue(subject);
  let answerAll: (outcome: DeliveryOutcome) => void = () => {};
  const answered = new Promise<DeliveryOutcome>((resolve) => {
    answerAll = resolve;
  });
  start(({ subject }) => (hanging.includes(subject) ? answered : TAKEN));
  // Ten seconds each for two workers to set five aside.
  while ((await store.countMails()).delivered < 3) {
    await new Promise(setImmediate);
    const isWaiting = tries.filter(({ endedAtMs }) => endedAtMs === undefined).length;
    if (isWaiting >= 2) clock.wakeNext();
  }
  expect(clock.nowMs() - NOON_MS).toBeLessThanOrEqual(60_000);
  // Nine minutes later their leases still hold, here and for another server.
  await passTime(() => clock.nowMs() > NOON_MS + 9 * 60_000);
  expect(await store.claimNextMail(clock.nowMs(), LEASE_MS)).toBeUndefined();
  answerAll(TAKEN);
  await passTime(async () => (await store.countMails()).delivered === 8);
  expect(tries).toHaveLength(8);
});

it('breaks a try off whose mail another server has taken: this one stood still', async () => {
  await queue('slow');
  start(() => new Promise(() => {}));
  while (tries.length === 0) await new Promise(setImmediate);
  await clock.untilAsleep(2);
  // It stands aside, and both workers rest.
  clock.wakeNext();
  await clock.untilAsleep(3);
  clock.jump(LEASE_MS);
  expect(await store.claimNextMail(clock.nowMs(), LEASE_MS)).toBeDefined();
  const takenAtMs = clock.nowMs();
  await passTime(
    () => tries[0]?.endedAtMs !== undefined || clock.nowMs() > takenAtMs + LEASE_MS / 2,
  );
  expect(tries).toMatchObject([{ endedAtMs: expect.any(Number) }]);
  await outbox?.stop(2_000);
  expect((await store.countMails()).sending).toBe(1);
  expect(logged).toContainEqual({
    level: 'warn',
    message: 'outbox: another worker holds this mail now; nothing written',
  });
});

it("waits longer each time one stalls at the final dot, whatever other mails' luck", async () => {
  await queue('stalls');
  let others = 0;
  start(({ subject }) => (subject === 'stalls' && others < 8 ? SILENT : TAKEN));
  await passTime(async () => {
    const atMs = clock.nowMs();
    if (others < 8 && atMs > NOON_MS + others * 60_000) {
      others += 1;
      await queue(`other ${others}`);
      outbox?.wake();
    }
    return (await store.countMails()).delivered === 9;
  });
  const times = tries.filter(({ subject }) => subject === 'stalls').map(({ atMs }) => atMs);
  const waitsMin = times.slice(1).map((atMs, i) => Math.round((atMs - (times[i] ?? 0)) / 60_000));
  expect(waitsMin).toEqual([5, 10]);
});

it('tries one that may kill the process alone, after all others, once an hour', async () => {
  await queue('kills');
  const lease = (deaths: number) => NOON_MS + deaths * LEASE_MS;
  for (let deaths = 0; deaths < DEADLY_AFTER; deaths += 1) {
    await store.claimNextMail(lease(deaths), LEASE_MS);
  }
  clock.jump(DEADLY_AFTER * LEASE_MS);
  for (const subject of ['x', 'y', 'z']) await queue(subject);
  const { promise: survived, resolve: survive } = Promise.withResolvers<void>();
  start(async ({ subject }) => {
    await (subject === 'kills' ? survived : new Promise(setImmediate));
    return TAKEN;
  });
  while (!tries.some(({ subject }) => subject === 'kills')) {
    await new Promise(setImmediate);
    clock.wakeNext();
  }
  // Whoever waits for its end does not sleep, so time is made to pass by hand.
  await queue('late');
  for (let turns = 0; turns < 200; turns += 1) {
    clock.wakeNext();
    await store.nextDueAtMs();
  }
  expect(tries.map(({ subject }) => subject)).not.toContain('late');
  survive();
  await passTime(async () => (await store.countMails()).delivered === 5);
  const kills = tries.findIndex(({ subject }) => subject === 'kills');
  expect(kills).toBe(3);
  for (const { endedAtMs } of tries.slice(0, 3)) expect(endedAtMs).toBeDefined();
  expect(logged).toContainEqual({
    level: 'error',
    message: 'outbox: each time this mail was sent the process died; it is tried alone',
  });
  await outbox?.stop(2_000);

  // As a process finds it that was killed at each try since: an hour between two.
  await queue('kills on');
  let atMs = clock.nowMs();
  for (let deaths = 0; deaths < DEADLY_AFTER; deaths += 1) {
    expect(await store.claimNextMail(atMs, LEASE_MS)).toBeDefined();
    atMs += LEASE_MS;
  }
  clock.jump(atMs - clock.nowMs());
  tries = [];
  start(() => new Promise(() => {}));
  while (tries.length === 0) await new Promise(setImmediate);
  expect(await store.claimDeadlyMail(atMs + HOUR_MS - 1, LEASE_MS)).toBeUndefined();
});

it('condemns none that died often before it is three days old', async () => {
  await queue('kills');
  let atMs = NOON_MS;
  await store.claimNextMail(atMs, LEASE_MS);
  for (let deaths = 1; deaths < 14; deaths += 1) {
    atMs += LEASE_MS;
    await ((await store.claimNextMail(atMs, LEASE_MS)) ?? store.claimDeadlyMail(atMs, LEASE_MS));
  }
  clock.jump(71 * HOUR_MS);
  start(() => SILENT);
  await passTime(() => tries.length === 1);
  await outbox?.stop(2_000);
  expect((await store.countMails()).failed).toBe(0);
});

it('gives one up that died at every try for three days', async () => {
  await queue('kills');
  const atMs = NOON_MS + 72 * HOUR_MS;
  for (let deaths = 0; deaths < GIVE_UP_AFTER_TRIES; deaths += 1) {
    const nowMs = atMs + deaths * LEASE_MS;
    await ((await store.claimNextMail(nowMs, LEASE_MS)) ?? store.claimDeadlyMail(nowMs, LEASE_MS));
  }
  clock.jump(73 * HOUR_MS);
  start(() => TAKEN);
  await passTime(async () => (await store.countMails()).failed === 1);
  expect(tries).toEqual([]);
});

it('puts many enquiries into a digest each quarter of an hour, and each arrives within it', async () => {
  const companyMails = { key: 'mails', most: 2, windowMs: 24 * HOUR_MS };
  const arrived = new Map<string, number>();
  let brought = 0;
  start(({ kind, subject, text }) => {
    const names = kind === 'digest' ? (text.match(/^enquiry \d+$/gm) ?? []) : [subject];
    for (const name of names) arrived.set(name, clock.nowMs());
    brought += names.length;
    return TAKEN;
  });
  const cameMs: number[] = [];
  const mail = (name: string) => ({
    ...exampleMail(),
    subject: name,
    digestPart: { text: name, html: `<p>${name}</p>` },
  });
  await passTime(async () => {
    const count = cameMs.length;
    if (count < 60 && clock.nowMs() >= NOON_MS + count * 60_000) {
      const receivedAtMs = clock.nowMs();
      cameMs.push(receivedAtMs);
      const limits = { share: [], companyMails, confirmation: [] };
      const mails = [mail(`enquiry ${count}`)];
      await store.acceptEnquiry(exampleEnquiry({ mails, receivedAtMs, limits }));
    }
    return arrived.size === 60;
  });
  const waits = cameMs.map((atMs, index) => (arrived.get(`enquiry ${index}`) ?? 0) - atMs);
  expect(Math.max(...waits)).toBeLessThanOrEqual(WARN_AFTER_MS);
  // Half a minute until somebody looks, and half a minute for the mail server, before anybody is warned.
  expect(DIGEST_EVERY_MS + 2 * 30_000).toBeLessThanOrEqual(WARN_AFTER_MS);
  expect(brought).toBe(60);
  const digests = tries.length - 2;
  expect(digests).toBeLessThanOrEqual(Math.ceil((60 * 60_000) / DIGEST_EVERY_MS) + 1);
  expect(await store.countMails()).toMatchObject({
    gathered: 0,
    queued: 0,
    delivered: 60 + digests,
  });
});
