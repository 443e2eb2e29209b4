import type { Limit } from './store.ts';

/**
 * How many enquiries one of the networks that a visitor's address lies in may send in a window,
 * before more work is asked of whoever sends from there. Nobody is refused (decision 051).
 */
export interface Share extends Limit {
  /** Longest multiple of a visitor's usual work that it can come to; 1 when absent. */
  hardest?: number;
  /** Of all networks together: that it is used up says nothing about one of them. */
  isEverybodys?: boolean;
}

/**
 * How many times a visitor's usual work the next enquiry has to bring: once within every share,
 * twice when one is used up, and twice as much again each time it is used up once more.
 *
 * @param usedOf how many enquiries came before this one
 */
export function askedTimes(shares: readonly Share[], usedOf: (share: Share) => number): number {
  const each = shares.map((share) =>
    Math.min(share.hardest ?? 1, 2 ** Math.floor(usedOf(share) / share.most)),
  );
  return Math.max(1, ...each);
}
