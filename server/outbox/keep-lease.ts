import type { ClaimedMail, Store } from '../store/store.ts';
import type { Clock } from './clock.ts';
import { LEASE_MS } from './delivery-state.ts';

/** Often enough that two renewals may fail, in milliseconds. */
const RENEW_EVERY_MS = LEASE_MS / 4;

/** Renews a claim's lease until its try has ended: a mail server may take ten minutes and more. */
export function keepLease(parts: {
  store: Store;
  clock: Clock;
  claim: ClaimedMail;
  leaseMs: number;
}): {
  /** Aborted when another worker has taken the mail: this process stood still. */
  overtaken: AbortSignal;
  end: () => void;
} {
  const { store, clock, claim, leaseMs } = parts;
  const ended = new AbortController();
  const overtaken = new AbortController();
  void renew();

  async function renew(): Promise<void> {
    for (;;) {
      await clock.watch(RENEW_EVERY_MS, ended.signal);
      if (ended.signal.aborted) return;
      // A store that is away for a moment is asked again well before the lease ends.
      const isHeld = await store.renewLease(claim, clock.nowMs(), leaseMs).catch(() => true);
      if (!isHeld && !ended.signal.aborted) overtaken.abort();
      if (!isHeld) return;
    }
  }

  return { overtaken: overtaken.signal, end: () => ended.abort() };
}
