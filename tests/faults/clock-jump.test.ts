import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { DeliveryOutcome } from '../../server/outbox/delivery-state.ts';
import { PARALLEL_DELIVERIES } from '../../server/outbox/open-transport.ts';
import { startOutbox } from '../../server/outbox/outbox.ts';
import { openStore } from '../../server/store/open-store.ts';
import type { OutgoingMail } from '../../server/store/store.ts';
import { createFakeClock } from '../fake-clock.ts';
import { exampleEnquiry, exampleMail, NOON_MS } from '../store-examples.ts';
import { TEST_DIGESTS } from '../test-digests.ts';

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
/** Four before the clock is set, and one just after. */
const MAILS = 5;

it.each([
  ['a day ahead', DAY_MS],
  ['a day back', -DAY_MS],
  ['a year ahead', 365 * DAY_MS],
])(
  'a clock set %s delays mail by minutes, fails none, and repeats only what was on its way',
  async (_, jumpMs) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'clock-jump-'));
    const store = await openStore({ dataDir, databaseUrl: '' });
    const clock = createFakeClock(NOON_MS);
    let tries = 0;
    let jumped = false;
    let steadyMs = 0;
    const arrived: string[] = [];
    const accept = () =>
      store.acceptEnquiry(exampleEnquiry({ receivedAtMs: clock.nowMs(), mails: [exampleMail()] }));
    // The first two mails wait for a retry and the third is on its way when the clock jumps; the
    // first try after the jump is refused once more.
    const deliver = async ({ messageId }: OutgoingMail): Promise<DeliveryOutcome> => {
      tries += 1;
      const isOnItsWay = tries === 3;
      if (!isOnItsWay && tries <= 4) return { kind: 'temporary', reason: '450' };
      arrived.push(messageId);
      if (isOnItsWay) {
        jumped = true;
        clock.jump(jumpMs);
        await accept();
      }
      return { kind: 'delivered' };
    };
    for (let mails = 1; mails < MAILS; mails += 1) await accept();
    const outbox = startOutbox({
      store,
      transport: { description: 'test', deliver, close() {} },
      clock,
      digests: TEST_DIGESTS,
      log: { info() {}, warn() {}, error() {} },
      random: () => 0.5,
      parallel: PARALLEL_DELIVERIES,
    });
    for (;;) {
      // The housekeeping sleeps too.
      await clock.untilAsleep(PARALLEL_DELIVERIES + 1);
      if ((await store.countMails()).delivered === MAILS) break;
      const beforeMs = clock.nowMs();
      clock.wakeNext();
      steadyMs += clock.nowMs() - beforeMs;
      expect(steadyMs).toBeLessThan(10 * MINUTE_MS);
    }
    expect(jumped).toBe(true);
    expect(await store.countMails()).toMatchObject({
      queued: 0,
      sending: 0,
      delivered: MAILS,
      failed: 0,
    });
    expect(new Set(arrived).size).toBe(MAILS);
    expect(arrived.length).toBeLessThanOrEqual(MAILS + PARALLEL_DELIVERIES);
    await expect(store.checkWritable()).resolves.toBeUndefined();
    await outbox.stop(2_000);
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  },
);
