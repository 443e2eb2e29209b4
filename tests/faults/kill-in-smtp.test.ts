import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DEADLY_LEASE_MS, LEASE_MS } from '../../server/outbox/delivery-state.ts';
import { openStore } from '../../server/store/open-store.ts';
import { DEADLY_AFTER, type Store } from '../../server/store/store.ts';
import { count } from '../soak.ts';
import { exampleEnquiry, exampleMail } from '../store-examples.ts';
import { faultTimeoutMs } from './fault-report.ts';
import { openSmtpDouble, STEPS } from './smtp-double.ts';
import { type OutboxProcess, startOutboxProcess } from './start-outbox-process.ts';

/** SIGKILL to the process that sends, at each step of its talk with the mail server. */

const KILLS = count(1);
/** From here on the mail server may have the mail although nobody wrote that down. */
const MAY_REPEAT = new Set<string>(['dot', 'after']);

let dataDir: string;
let store: Store;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kill-in-smtp-'));
  store = await openStore({ dataDir, databaseUrl: '' });
});

afterEach(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

it('killed at any step, the mail arrives; twice only after the final dot, and then the same', {
  timeout: faultTimeoutMs(KILLS * STEPS.length, 5_000),
}, async () => {
  let victim: OutboxProcess | undefined;
  let killStep: string | undefined;
  const double = await openSmtpDouble(async (step) => {
    if (step !== killStep || victim === undefined) return undefined;
    const killed = victim;
    victim = undefined;
    await killed.kill();
    return 'silence';
  });
  const settings = { dataDir, databaseUrl: '', smtpUrl: double.url };
  const mails = STEPS.flatMap((step) =>
    Array.from({ length: KILLS }, () => ({
      step,
      mail: { ...exampleMail(), dateMs: Date.UTC(2026, 10, 20, 11, 12, 13) },
    })),
  );
  for (const { step, mail } of mails) {
    await store.acceptEnquiry(exampleEnquiry({ mails: [mail], receivedAtMs: Date.now() }));
    killStep = step;
    const child = await startOutboxProcess({ ...settings, parallel: 1 });
    victim = child;
    await child.untilKilled();
  }

  // The mails the dead held are under lease: a clock that is ahead sees the leases run out.
  const rest = await startOutboxProcess({ ...settings, clockAheadMs: 2 * LEASE_MS });
  await rest.untilDelivered(store);
  await rest.stop();
  await double.close();

  for (const { step, mail } of mails) {
    const copies = double.messages.filter(({ messageId }) => messageId === mail.messageId);
    expect(copies.length, step).toBeGreaterThanOrEqual(1);
    expect(copies.length, step).toBeLessThanOrEqual(MAY_REPEAT.has(step) ? 2 : 1);
    expect(new Set(copies.map(({ date }) => date)), step).toEqual(
      new Set(['Fri, 20 Nov 2026 11:12:13 +0000']),
    );
  }
  const sent = new Set(mails.map(({ mail }) => mail.messageId));
  expect(double.messages.every(({ messageId }) => sent.has(String(messageId)))).toBe(true);
});

it.each(['gathering', 'dot'] as const)(
  'killed with a digest (%s), each enquiry is in one digest, which comes twice at most',
  { timeout: faultTimeoutMs(1, 30_000) },
  async (when) => {
    const companyMails = { key: 'mails', most: 0, windowMs: 3_600_000 };
    for (const name of ['a', 'b', 'c']) {
      const digestPart = { text: `enquiry ${name}`, html: `<p>enquiry ${name}</p>` };
      const mails = [{ ...exampleMail(), subject: name, digestPart }];
      const limits = { share: [], companyMails, confirmation: [] };
      await store.acceptEnquiry(exampleEnquiry({ mails, limits, receivedAtMs: Date.now() }));
    }
    let victim: OutboxProcess | undefined;
    const double = await openSmtpDouble(async (step) => {
      if (step !== when || victim === undefined) return undefined;
      const killed = victim;
      victim = undefined;
      await killed.kill();
      return 'silence';
    });
    const settings = { dataDir, databaseUrl: '', smtpUrl: double.url };
    const death = { method: 'gatherDigests', when: 'after' } as const;
    const child = await startOutboxProcess({
      ...settings,
      ...(when === 'gathering' && { death }),
      parallel: 1,
    });
    victim = child;
    await child.untilKilled();
    expect((await store.countMails()).gathered).toBe(3);

    const rest = await startOutboxProcess({ ...settings, clockAheadMs: 2 * LEASE_MS });
    while ((await store.countMails()).gathered > 0) await sleep(50);
    await rest.stop();
    await double.close();
    expect(await store.countMails()).toMatchObject({ delivered: 4, queued: 0, failed: 0 });
    expect(double.messages).toHaveLength(when === 'dot' ? 2 : 1);
    expect(new Set(double.messages.map(({ messageId }) => messageId)).size).toBe(1);
  },
);

it('killed by a mail three times, that mail is tried once an hour, and holds up no other', {
  timeout: faultTimeoutMs(DEADLY_AFTER + 2, 10_000),
}, async () => {
  const double = await openSmtpDouble();
  const owe = (subject: string) => {
    const mails = [{ ...exampleMail(), subject }];
    return store.acceptEnquiry(exampleEnquiry({ mails, receivedAtMs: Date.now() }));
  };
  const settings = { dataDir, databaseUrl: '', smtpUrl: double.url, parallel: 1 };
  const aheadMs = (deaths: number) => deaths * 2 * LEASE_MS;
  await owe('deadly');
  const errors: number[] = [];
  for (let deaths = 0; deaths <= DEADLY_AFTER; deaths += 1) {
    await owe('harmless');
    const clockAheadMs = aheadMs(deaths);
    const child = await startOutboxProcess({ ...settings, killedBy: 'deadly', clockAheadMs });
    await child.untilKilled();
    errors.push(child.log().filter((line) => /"error".* it is tried alone/.test(line)).length);
  }
  expect(errors).toEqual([...Array(DEADLY_AFTER).fill(0), 1]);
  expect(double.messages).toHaveLength(DEADLY_AFTER + 1);
  expect(await store.countMails()).toMatchObject({ sending: 1, queued: 0, failed: 0 });
  const diedAtMs = Date.now() + aheadMs(DEADLY_AFTER);
  const withinTheHourMs = diedAtMs + DEADLY_LEASE_MS - 10 * 60_000;
  expect(await store.claimNextMail(withinTheHourMs, LEASE_MS)).toBeUndefined();
  expect(await store.claimDeadlyMail(withinTheHourMs, LEASE_MS)).toBeUndefined();

  const clockAheadMs = aheadMs(DEADLY_AFTER) + DEADLY_LEASE_MS;
  const mended = await startOutboxProcess({ ...settings, clockAheadMs });
  await mended.untilDelivered(store);
  await mended.stop();
  await double.close();
  expect(double.messages).toHaveLength(DEADLY_AFTER + 2);
});
