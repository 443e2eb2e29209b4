import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeClock, type FakeClock } from '../../tests/fake-clock.ts';
import { exampleEnquiry, exampleMail, NOON_MS } from '../../tests/store-examples.ts';
import { TEST_DIGESTS } from '../../tests/test-digests.ts';
import { openStore } from '../store/open-store.ts';
import type { OutgoingMail, Store } from '../store/store.ts';
import { type DeliveryOutcome, LEASE_MS } from './delivery-state.ts';
import type { MailTransport } from './mail-transport.ts';
import { type Outbox, startOutbox } from './outbox.ts';

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const HOUR_MS = 3_600_000;
const AWAY: DeliveryOutcome = { kind: 'unreachable', reason: 'ECONNREFUSED' };
const LOGIN: DeliveryOutcome = { kind: 'fault', reason: '535 EAUTH' };
const REFUSED: DeliveryOutcome = { kind: 'refused', isAboutRecipient: true, reason: '550 5.1.1' };
const TAKEN: DeliveryOutcome = { kind: 'delivered' };

let dataDir: string;
let store: Store;
let clock: FakeClock;
let outbox: Outbox | undefined;
/** Every try: which mail, when. */
let tries: { mail: OutgoingMail; atMs: number }[];
let logged: { level: string; message: string }[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'outbox-'));
  store = await openStore({ dataDir, databaseUrl: '' });
  clock = createFakeClock(NOON_MS);
  tries = [];
  logged = [];
});

afterEach(async () => {
  await outbox?.stop(2_000);
  outbox = undefined;
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

type Answer = (
  mail: OutgoingMail,
  signal: AbortSignal,
) => DeliveryOutcome | Promise<DeliveryOutcome>;

/** One worker over the real store; `answer` stands for the mail server. */
function start(answer: Answer, usedStore = store, lookEveryMs = 30_000): Outbox {
  const transport: MailTransport = {
    description: 'test',
    async deliver(mail, signal) {
      tries.push({ mail, atMs: clock.nowMs() });
      return answer(mail, signal);
    },
    close() {},
  };
  const write = (level: string) => (_: object, message: string) => logged.push({ level, message });
  const log = { info: write('info'), warn: write('warn'), error: write('error') };
  outbox = startOutbox({
    store: usedStore,
    transport,
    clock,
    log: log as never,
    random: () => 0.5,
    parallel: 1,
    lookEveryMs,
    digests: TEST_DIGESTS,
  });
  return outbox;
}

/** Worker and housekeeping both sleep: nothing happens until the clock moves. */
const asleep = () => clock.untilAsleep(2);

/** Lets time pass until `done` holds. */
async function passTime(done: () => Promise<boolean>): Promise<void> {
  for (;;) {
    await asleep();
    if (await done()) return;
    clock.wakeNext();
  }
}

/** Queues one mail. */
async function queueMail(): Promise<OutgoingMail> {
  const mail = exampleMail();
  await store.acceptEnquiry(exampleEnquiry({ mails: [mail], receivedAtMs: clock.nowMs() }));
  return mail;
}

const delivered = (count: number) => async () => (await store.countMails()).delivered === count;

describe('the outbox', () => {
  it('delivers a new mail as soon as it is woken, without waiting for its next look', async () => {
    const running = start(() => TAKEN);
    await asleep();
    const mail = await queueMail();
    running.wake();
    await asleep();
    expect(tries).toEqual([{ mail, atMs: NOON_MS }]);
    expect((await store.countMails()).delivered).toBe(1);
  });

  it('does not sleep over a mail that is queued while it looks', async () => {
    let looks = 0;
    const racing: Store = {
      ...store,
      async nextDueAtMs() {
        looks += 1;
        const due = await store.nextDueAtMs();
        if (looks === 1) {
          await queueMail();
          outbox?.wake();
        }
        return due;
      },
    };
    start(() => TAKEN, racing);
    await asleep();
    expect(tries).toHaveLength(1);
    expect(clock.nowMs()).toBe(NOON_MS);
  });

  it('finds a mail that another process queued within half a minute', async () => {
    start(() => TAKEN);
    await asleep();
    await queueMail();
    await passTime(delivered(1));
    expect(tries[0]?.atMs).toBeLessThanOrEqual(NOON_MS + 30_000);
  });

  it('keeps the enquiry when the mail server is away, and repeats the same mail', async () => {
    const mail = await queueMail();
    start(() => (clock.nowMs() < NOON_MS + HOUR_MS ? AWAY : TAKEN));
    await passTime(delivered(1));
    expect(tries.map((each) => each.mail)).toEqual(tries.map(() => mail));
    const waitsS = tries.slice(1).map(({ atMs }, i) => (atMs - (tries[i]?.atMs ?? 0)) / 1000);
    expect(waitsS).toEqual([15, 30, 60, 120, 240, 480, 960, 1920]);
  });

  it('sends all that wait for the mail server as soon as it is reached again', async () => {
    for (let mails = 0; mails < 5; mails += 1) await queueMail();
    const backAtMs = NOON_MS + 24 * HOUR_MS;
    start(() => (clock.nowMs() < backAtMs ? AWAY : TAKEN), store, HOUR_MS);
    await passTime(
      async () => clock.nowMs() >= backAtMs && (await store.countMails()).delivered > 0,
    );
    expect((await store.countMails()).delivered).toBe(5);
    expect(new Set(tries.filter(({ atMs }) => atMs >= backAtMs).map(({ atMs }) => atMs)).size).toBe(
      1,
    );
  });

  it('gives up after 72 hours and keeps the mail as failed', async () => {
    await queueMail();
    start(() => AWAY, store, HOUR_MS);
    await passTime(async () => (await store.countMails()).failed === 1);
    const ageH = (clock.nowMs() - NOON_MS) / HOUR_MS;
    expect(ageH).toBeGreaterThanOrEqual(72);
    expect(ageH).toBeLessThan(72 + 6);
    expect(logged.some(({ level, message }) => level === 'error' && /failed/.test(message))).toBe(
      true,
    );
  });

  it('keeps trying an enquiry that is refused, and no confirmation for nobody', async () => {
    await store.acceptEnquiry(exampleEnquiry());
    start(() => (clock.nowMs() < NOON_MS + 71 * HOUR_MS ? REFUSED : TAKEN), store, HOUR_MS);
    await passTime(async () => (await store.countMails()).queued === 0);
    expect(await store.countMails()).toMatchObject({ delivered: 1, failed: 1 });
    expect(tries.filter(({ mail }) => mail.kind === 'confirmation')).toHaveLength(1);
    // Slowly: what refuses mail for spam must not be asked every quarter of a minute.
    expect(tries.length).toBeLessThan(25);
  });

  it('pauses all sending on a login fault, burns no tries, and goes on once it is mended', async () => {
    await queueMail();
    await queueMail();
    let mended = false;
    start(() => (mended ? TAKEN : LOGIN));
    await passTime(async () => clock.nowMs() >= NOON_MS + 24 * HOUR_MS);
    // Every 15 minutes one try: not one a mail, and never 'failed'.
    expect(tries.length).toBeLessThan(24 * 4 + 5);
    expect(await store.countMails()).toMatchObject({ queued: 2, failed: 0 });
    mended = true;
    await passTime(delivered(2));
    expect(clock.nowMs()).toBeLessThan(NOON_MS + 25 * HOUR_MS);
  });

  it('does not wait out the pause of the process before: its cause may be mended', async () => {
    await queueMail();
    const before = start(() => LOGIN);
    await asleep();
    await before.stop(2_000);
    start(() => TAKEN);
    await asleep();
    expect(await store.countMails()).toMatchObject({ queued: 0, delivered: 1 });
    expect(clock.nowMs()).toBe(NOON_MS);
  });

  it('tries at a start what reached no mail server before: its name may be mended', async () => {
    await queueMail();
    const before = start(() => AWAY);
    await passTime(async () => clock.nowMs() > NOON_MS + HOUR_MS);
    await before.stop(2_000);
    const restartedAtMs = clock.nowMs();
    start(() => TAKEN);
    await asleep();
    expect((await store.countMails()).delivered).toBe(1);
    expect(clock.nowMs()).toBe(restartedAtMs);
  });

  it('lets a wake-up not end a pause', async () => {
    await queueMail();
    const running = start(() => LOGIN);
    await asleep();
    running.wake();
    await asleep();
    expect(tries).toHaveLength(1);
  });

  it('writes a delivery down when the store was away for a moment, and sends once', async () => {
    await queueMail();
    let refusals = 3;
    const shaky: Store = {
      ...store,
      async markDelivered(claim, nowMs) {
        refusals -= 1;
        if (refusals >= 0) throw new Error('database is locked');
        return store.markDelivered(claim, nowMs);
      },
    };
    start(() => TAKEN, shaky);
    await passTime(delivered(1));
    expect(tries).toHaveLength(1);
  });

  it('goes on when the store was away while it looked for mail', async () => {
    await queueMail();
    let refusals = 5;
    const shaky: Store = {
      ...store,
      async claimNextMail(nowMs, leaseMs) {
        refusals -= 1;
        if (refusals >= 0) throw new Error('database is locked');
        return store.claimNextMail(nowMs, leaseMs);
      },
    };
    start(() => TAKEN, shaky);
    await passTime(delivered(1));
    expect(clock.nowMs() - NOON_MS).toBeLessThan(10_000);
  });

  it('sends nothing after it stood still since the claim: the lease could end half-way', async () => {
    await queueMail();
    let claims = 0;
    const frozen: Store = {
      ...store,
      async claimNextMail(nowMs, leaseMs) {
        const claim = await store.claimNextMail(nowMs, leaseMs);
        if (claim) claims += 1;
        if (claims === 1) clock.jump(LEASE_MS - 1);
        return claim;
      },
    };
    start(() => TAKEN, frozen);
    await passTime(delivered(1));
    expect(claims).toBe(2);
    expect(tries).toHaveLength(1);
  });

  it('writes nothing when its lease ran out during the try', async () => {
    await queueMail();
    let other: Promise<unknown> | undefined;
    start(async () => {
      clock.jump(LEASE_MS + 1);
      other = store.claimNextMail(clock.nowMs(), LEASE_MS);
      await other;
      return TAKEN;
    });
    await asleep();
    expect(await other).toBeDefined();
    expect(await store.countMails()).toMatchObject({ sending: 1, delivered: 0 });
    expect(logged.some(({ level, message }) => level === 'warn' && /another/.test(message))).toBe(
      true,
    );
  });

  it('erases what expired without being asked', async () => {
    await queueMail();
    start(() => TAKEN);
    await passTime(delivered(1));
    clock.jump(31 * 24 * HOUR_MS);
    await passTime(async () => (await store.countMails()).delivered === 0);
    expect(await store.countMails()).toMatchObject({
      queued: 0,
      sending: 0,
      delivered: 0,
      failed: 0,
    });
  });

  it('reminds of failed mails every hour', async () => {
    await queueMail();
    start(() => REFUSED, store, HOUR_MS);
    await passTime(async () => clock.nowMs() > NOON_MS + 82 * HOUR_MS);
    const reminders = logged.filter(({ message }) => /failed mails wait/.test(message));
    expect(reminders.length).toBeGreaterThanOrEqual(3);
  });

  it('when stopped, lets a running try end and claims nothing more', async () => {
    await queueMail();
    await queueMail();
    let finish: (outcome: DeliveryOutcome) => void = () => {};
    const running = start(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    while (tries.length === 0) await new Promise(setImmediate);
    const stopped = running.stop(10_000);
    finish(TAKEN);
    await stopped;
    expect(tries).toHaveLength(1);
    expect(await store.countMails()).toMatchObject({ queued: 1, delivered: 1, sending: 0 });
  });

  it('when stopped, breaks off a try that does not end and gives the mail back uncounted', async () => {
    await queueMail();
    const running = start(
      (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ kind: 'temporary', reason: 'EABORT' }));
        }),
    );
    while (tries.length === 0) await new Promise(setImmediate);
    await running.stop(2_050);
    expect(await store.countMails()).toMatchObject({ queued: 1, sending: 0 });
    expect(await store.claimNextMail(clock.nowMs(), LEASE_MS)).toMatchObject({ failedTries: 0 });
  });
});
