import type { ProblemName } from '../enquiry/replies.ts';

export type Counted =
  | ProblemName
  | 'stored'
  | 'repeated'
  /** Enquiries whose confirmation was left out because of a limit. */
  | 'confirmationLeftOut'
  /** Enquiries whose confirmation goes out later because of a limit. */
  | 'confirmationHeld'
  /** Enquiries with the invisible field filled in. */
  | 'possibleSpam';

/** How often each thing happened since the start, for the log. */
export interface Counters {
  add(what: Counted): void;
  read(): Partial<Record<Counted, number>>;
}

export function createCounters(): Counters {
  const counts: Partial<Record<Counted, number>> = {};
  return {
    add(what) {
      counts[what] = (counts[what] ?? 0) + 1;
    },
    read: () => ({ ...counts }),
  };
}
