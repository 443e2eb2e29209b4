import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LEASE_MS } from '../../server/outbox/delivery-state.ts';
import { openStore } from '../../server/store/open-store.ts';
import type { Store } from '../../server/store/store.ts';
import { exampleEnquiry, exampleMail } from '../store-examples.ts';
import { faultCount, faultRow, faultTimeoutMs } from './fault-report.ts';
import { openSmtpDouble, STEPS } from './smtp-double.ts';
import { type OutboxProcess, startOutboxProcess } from './start-outbox-process.ts';

/** SIGKILL to the process that sends, at each step of its talk with the mail server. */

const KILLS = faultCount({ quick: 1, usual: 20, soak: 100 });
/** From here on the mail server may have the mail although nobody wrote that down. */
const MAY_REPEAT = new Set<string>(['dot', 'after']);

let dataDir: string;
let store: Store;
let repeats = 0;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kill-in-smtp-'));
  store = await openStore({ dataDir, databaseUrl: '' });
});

afterEach(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('killed', () => {
  it.each(STEPS)(
    'at %s, the mail arrives; twice only after the final dot, and then the same',
    {
      timeout: faultTimeoutMs(KILLS, 5_000),
    },
    async (killStep) => {
      let victim: OutboxProcess | undefined;
      const double = await openSmtpDouble(async (step) => {
        if (step !== killStep || victim === undefined) return undefined;
        const killed = victim;
        victim = undefined;
        await killed.kill();
        return 'silence';
      });
      const settings = { dataDir, databaseUrl: '', smtpUrl: double.url };
      const mails = Array.from({ length: KILLS }, () => ({
        ...exampleMail(),
        dateMs: Date.UTC(2026, 10, 20, 11, 12, 13),
      }));
      for (const mail of mails) {
        await store.acceptEnquiry(exampleEnquiry({ mails: [mail], receivedAtMs: Date.now() }));
        const child = await startOutboxProcess({ ...settings, parallel: 1 });
        victim = child;
        await child.untilKilled();
      }

      // The mails the dead held are under lease: a clock that is ahead sees the leases run out.
      const rest = await startOutboxProcess({ ...settings, clockAheadMs: 2 * LEASE_MS });
      await rest.untilDelivered(store);
      await rest.stop();
      await double.close();

      for (const { messageId } of mails) {
        const copies = double.messages.filter((message) => message.messageId === messageId);
        expect(copies.length).toBeGreaterThanOrEqual(1);
        expect(copies.length).toBeLessThanOrEqual(MAY_REPEAT.has(killStep) ? 2 : 1);
        expect(new Set(copies.map(({ date }) => date))).toEqual(
          new Set(['Fri, 20 Nov 2026 11:12:13 +0000']),
        );
        repeats += copies.length - 1;
      }
      expect(
        double.messages.every(({ messageId }) => mails.some((m) => m.messageId === messageId)),
      ).toBe(true);
    },
  );
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

faultRow('SIGKILL at each step of the SMTP talk', () => ({
  count: `${STEPS.length} steps, ${KILLS} kills each`,
  result: `every mail arrived; ${repeats} came twice, all killed after the final dot, with the same Message-ID and Date`,
}));
