import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startOutbox } from '../../server/outbox/outbox.ts';
import { openSmtpTransport } from '../../server/outbox/smtp-transport.ts';
import { openStore } from '../../server/store/open-store.ts';
import type { Store } from '../../server/store/store.ts';
import { createFakeClock } from '../fake-clock.ts';
import { freePort } from '../free-port.ts';
import { openMailbox } from '../mailbox.ts';
import { count } from '../soak.ts';
import { EXAMPLE_ADDRESSES, exampleEnquiry, NOON_MS } from '../store-examples.ts';
import { TEST_DIGESTS } from '../test-digests.ts';
import { deliverAsNext } from './deliver-as-next.ts';
import { faultTimeoutMs } from './fault-report.ts';

const MAILS = count(20);
const DAY_MS = 24 * 3_600_000;
/** Enquiries stored to measure with; each owes two mails. */
const PROBES = count(2);

/** Longer than the 45 s that a mail server once had; RFC 5321 asks for ten minutes. */
const FINAL_DOT_S = count(1);

it('delivers all that a day without mail server left over, and takes enquiries meanwhile', {
  timeout: faultTimeoutMs(MAILS, 200),
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mail-server-away-'));
  const store = await openStore({ dataDir, databaseUrl: '' });
  await acceptProbes(store);
  const port = await freePort();
  const clock = createFakeClock(NOON_MS);
  const transport = openSmtpTransport({
    url: `smtp://127.0.0.1:${port}`,
    site: () => EXAMPLE_ADDRESSES,
  });
  const outbox = startOutbox({
    store,
    transport,
    clock,
    log: { info() {}, warn() {}, error() {} },
    random: Math.random,
    parallel: 1,
    lookEveryMs: 6 * 3_600_000,
    digests: TEST_DIGESTS,
  });
  for (let mails = 0; mails < MAILS; mails += 2) await store.acceptEnquiry(exampleEnquiry());
  outbox.wake();
  const until = async (done: () => boolean | Promise<boolean>) => {
    for (;;) {
      await clock.untilAsleep(2);
      if (await done()) return;
      clock.wakeNext();
    }
  };
  await until(() => clock.nowMs() >= NOON_MS + DAY_MS);
  const owed = MAILS + 2 * PROBES;
  expect(await store.countMails()).toMatchObject({ queued: owed, delivered: 0, failed: 0 });
  // While the outbox goes through its next round of tries.
  clock.wakeNext();
  await acceptProbes(store);

  const mailbox = await openMailbox(port);
  outbox.wake();
  await until(async () => (await store.countMails()).queued === 0);
  expect(await store.countMails()).toMatchObject({
    queued: 0,
    sending: 0,
    delivered: owed + 2 * PROBES,
    failed: 0,
  });
  const arrived = mailbox.mails.map(({ email }) => email.messageId);
  expect(new Set(arrived).size).toBe(owed + 2 * PROBES);
  expect(arrived).toHaveLength(owed + 2 * PROBES);
  await outbox.stop(2_000);
  transport.close();
  await mailbox.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

it(`hands over each mail once to a server that takes ${FINAL_DOT_S} s at the final dot`, {
  timeout: 5 * 60_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'slow-mail-server-'));
  const store = await openStore({ dataDir, databaseUrl: '' });
  const mailbox = await openMailbox(0, {}, FINAL_DOT_S * 1000);
  await store.acceptEnquiry(exampleEnquiry({ receivedAtMs: Date.now() }));
  await deliverAsNext(store, mailbox.url, 0);
  expect(mailbox.mails).toHaveLength(2);
  expect(await store.countMails()).toMatchObject({ delivered: 2, failed: 0 });
  await mailbox.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Their two mails each are owed like all others. */
async function acceptProbes(store: Store): Promise<void> {
  for (let probe = 0; probe < PROBES; probe += 1) await store.acceptEnquiry(exampleEnquiry());
}
