import { LRUCache } from 'lru-cache';
import { networkOf } from './limit-keys.ts';

const WINDOW_MS = 10 * 60_000;
/**
 * Networks remembered at a time. Who has more of them than this to call from is not stopped by a
 * limit for each; memory must not grow with them.
 */
const MOST_NETWORKS = 20_000;

/**
 * How often the form may call from one network, counted in this process's memory: a call that is
 * refused must not cost a write to the disk.
 */
export interface CallLimit {
  /**
   * Counts one call, whatever comes of it.
   *
   * @returns undefined within the limit, else how long to wait, in seconds
   */
  count(networkAddress: string): number | undefined;
}

/** @param most calls from one network in 10 minutes */
export function createCallLimit(most: number): CallLimit {
  const windows = new LRUCache<string, { used: number; endsAtMs: number }>({ max: MOST_NETWORKS });
  return {
    count(networkAddress) {
      const key = networkOf(networkAddress);
      const nowMs = performance.now();
      const known = windows.get(key);
      if (known === undefined || known.endsAtMs <= nowMs) {
        windows.set(key, { used: 1, endsAtMs: nowMs + WINDOW_MS });
        return undefined;
      }
      known.used += 1;
      return known.used > most ? Math.ceil((known.endsAtMs - nowMs) / 1000) : undefined;
    },
  };
}
