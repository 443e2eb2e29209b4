import { afterEach, expect, test } from 'vitest';
import { createLog } from '../runtime/log.ts';
import { attemptNext, exampleEnquiry } from '../tests/support/store/examples.ts';
import { openTestStore } from '../tests/support/temporary-folder.ts';
import { type Erasing, startErasing } from './erase-expired.ts';
import type { Store } from './store/store.ts';

const DAY_MS = 24 * 3_600_000;
const retention = () => ({ days: 30, bookedUntilParty: false });

let erasing: Erasing | undefined;
afterEach(() => erasing?.stop());

async function storeWith(ageMs: number): Promise<Store> {
  const { store } = await openTestStore();
  const receivedAtMs = Date.now() - ageMs;
  await store.storeEnquiry(exampleEnquiry({ isSpam: true, receivedAtMs }));
  await attemptNext(store, { kind: 'delivered' }, receivedAtMs);
  return store;
}

test('an enquiry is erased at the start once its retention period is over', async () => {
  const store = await storeWith(31 * DAY_MS);
  erasing = startErasing({ store, retention, log: createLog('info', () => {}) });
  await expect.poll(() => store.listEnquiries()).toEqual([]);
});

test('an enquiry that expires while the server runs is erased, also after a failure', async () => {
  const store = await storeWith(29 * DAY_MS);
  const lines: string[] = [];
  let runs = 0;
  const failingOnce: Pick<Store, 'eraseExpired'> = {
    async eraseExpired(nowMs, kept) {
      runs += 1;
      if (runs === 2) throw new Error('database is locked');
      // Each run is a day after the one before.
      return store.eraseExpired(nowMs + (runs - 1) * DAY_MS, kept);
    },
  };
  const log = createLog('info', (line) => void lines.push(line));
  erasing = startErasing({ store: failingOnce, retention, log }, 10);
  await expect.poll(() => store.listEnquiries()).toEqual([]);
  expect(runs).toBeGreaterThan(2);
  expect(lines.join('')).toContain('could not be erased');
});
