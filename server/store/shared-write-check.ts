import type { AcceptResult } from './store.ts';
import { RUNBOOK, type StoreLog } from './trouble.ts';

const SHARED_MS = 5_000;

/**
 * Shares one run of `check`, and its outcome for 5 s after it began, among all who ask. An
 * enquiry that was stored is as good as a check.
 *
 * Once one could not be stored, only `prove` counts, which does all that storing does, or an enquiry
 * that is: a database may take the smallest write, and no enquiry.
 *
 * Measured by the monotonic clock: a wall clock that is set back must not freeze the outcome.
 */
export function shareWriteCheck(
  { check, prove }: { check: () => Promise<void>; prove: () => Promise<void> },
  log: StoreLog,
) {
  let outcome: Promise<void> | undefined;
  let begunAtMs = 0;
  let hasFailed = false;
  const keep = (result: Promise<void>) => {
    begunAtMs = performance.now();
    outcome = result;
    return result;
  };
  const noteStored = () => {
    if (hasFailed) log.warn({}, 'enquiries can be stored again');
    hasFailed = false;
  };
  const noteFailed = (error: Error & { code?: string }): never => {
    outcome = undefined;
    if (!hasFailed) {
      const reason = error.code ?? 'no answer';
      log.error({ reason }, `an enquiry could not be stored: ${RUNBOOK}`);
    }
    hasFailed = true;
    throw error;
  };
  return {
    checkWritable(): Promise<void> {
      const isFresh = performance.now() - begunAtMs < SHARED_MS;
      if (outcome !== undefined && isFresh) return outcome;
      return keep(hasFailed ? prove().then(noteStored) : check());
    },
    /** Takes note of a question without whose answer no enquiry is stored. */
    afterAsking: <Answer>(asking: Promise<Answer>) => asking.catch(noteFailed),
    /** Takes note of an enquiry that is being stored. */
    async afterAccepting(accepting: Promise<AcceptResult>): Promise<AcceptResult> {
      const result = await accepting.catch(noteFailed);
      if (result.kind === 'stored') {
        keep(Promise.resolve());
        noteStored();
      }
      return result;
    },
  };
}
