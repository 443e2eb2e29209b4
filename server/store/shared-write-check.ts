import type { AcceptResult } from './store.ts';

const SHARED_MS = 5_000;

/**
 * Shares one run of `check`, and its outcome for 5 s after it began, among all who ask. An
 * enquiry that was stored is as good as a check; one that could not be asks for a new one.
 *
 * Measured by the monotonic clock: a wall clock that is set back must not freeze the outcome.
 */
export function shareWriteCheck(check: () => Promise<void>) {
  let outcome: Promise<void> | undefined;
  let begunAtMs = 0;
  const keep = (result: Promise<void>) => {
    begunAtMs = performance.now();
    outcome = result;
    return result;
  };
  return {
    checkWritable(): Promise<void> {
      const isFresh = performance.now() - begunAtMs < SHARED_MS;
      return outcome !== undefined && isFresh ? outcome : keep(check());
    },
    /** Takes note of an enquiry that is being stored. */
    async afterAccepting(accepting: Promise<AcceptResult>): Promise<AcceptResult> {
      try {
        const result = await accepting;
        if (result.kind === 'stored') keep(Promise.resolve());
        return result;
      } catch (error) {
        outcome = undefined;
        throw error;
      }
    },
  };
}
