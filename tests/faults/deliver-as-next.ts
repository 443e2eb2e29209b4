import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../server/outbox/clock.ts';
import { startOutbox } from '../../server/outbox/outbox.ts';
import { openSmtpTransport } from '../../server/outbox/smtp-transport.ts';
import type { Store } from '../../server/store/store.ts';
import { EXAMPLE_ADDRESSES } from '../store-examples.ts';
import { TEST_DIGESTS } from '../test-digests.ts';

/**
 * Delivers what a killed process left, as the next one does; resolves once nothing waits any more.
 *
 * @param clockAheadMs how far its clock is ahead: by more than a lease, or the next one waits that out
 */
export async function deliverAsNext(
  store: Store,
  smtpUrl: string,
  clockAheadMs: number,
): Promise<void> {
  const transport = openSmtpTransport({
    url: smtpUrl,
    site: () => EXAMPLE_ADDRESSES,
  });
  const outbox = startOutbox({
    store,
    transport,
    clock: { ...systemClock, nowMs: () => Date.now() + clockAheadMs },
    log: { info() {}, warn() {}, error() {} },
    random: Math.random,
    parallel: 1,
    lookEveryMs: 100,
    digests: TEST_DIGESTS,
  });
  for (;;) {
    const { queued, sending } = await store.countMails();
    if (queued + sending === 0) break;
    await sleep(10);
  }
  await outbox.stop(10_000);
  transport.close();
}
