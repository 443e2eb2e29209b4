import { afterEach, beforeEach } from 'vitest';
import type { ClaimedMail } from '../../../../server/store/mails.ts';
import type { Store } from '../../../../server/store/store.ts';
import { exampleEnquiry, NOON_MS } from '../examples.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const RETENTION = { days: 30, bookedUntilParty: false };
export const FAILING = { kind: 'failed', reason: '550 5.1.1 at RCPT TO' } as const;

export type OpenStores = () => Promise<{ store: Store; again: () => Promise<Store> }>;

export type StoreUnderTest = ReturnType<typeof openForEachTest>;

/** Opens an empty store before each test, and closes it after the test. */
export function openForEachTest(open: OpenStores) {
  let store: Store;
  let again: () => Promise<Store>;
  beforeEach(async () => {
    ({ store, again } = await open());
  });
  afterEach(() => store.close());
  return {
    get store() {
      return store;
    },
    /** Opens the same data as a second process does. */
    again: () => again(),
    async reopen(): Promise<void> {
      await store.close();
      store = await again();
    },
    accept: (change: Parameters<typeof exampleEnquiry>[0] = {}) =>
      store.storeEnquiry(exampleEnquiry(change)),
    async claimAll(from = store, nowMs = NOON_MS): Promise<ClaimedMail[]> {
      const claims: ClaimedMail[] = [];
      for (;;) {
        const claim = await from.claimMail(nowMs);
        if (!claim) return claims;
        claims.push(claim);
      }
    },
  };
}
