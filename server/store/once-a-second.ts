const REUSE_MS = 1_000;

/**
 * Shares one run of `check`, and its outcome for a second after it began, among all who ask.
 * Measured by the monotonic clock: a wall clock that is set back must not freeze the outcome.
 */
export function onceASecond(check: () => Promise<void>): () => Promise<void> {
  let outcome: Promise<void> | undefined;
  let begunAtMs = 0;
  return () => {
    const nowMs = performance.now();
    if (outcome === undefined || nowMs - begunAtMs >= REUSE_MS) {
      begunAtMs = nowMs;
      outcome = check();
    }
    return outcome;
  };
}
