/** The time, handed in so that tests can let a day pass in a moment. */
export interface Clock {
  /** Milliseconds since the epoch, by the wall clock. */
  nowMs(): number;
  /**
   * Resolves after `ms` milliseconds, or at once when `signal` is or becomes aborted. Measured by
   * the monotonic clock: a wall clock that is set back does not lengthen it.
   */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** The same, beside something that goes on: a test that waits until all are asleep counts it not. */
  watch(ms: number, signal: AbortSignal): Promise<void>;
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

export const systemClock: Clock = { nowMs: () => Date.now(), sleep, watch: sleep };
