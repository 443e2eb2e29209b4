/** Time for the outbox: the wall clock, which can jump, and monotonic timers. */
export interface Clock {
  nowMs(): number;
  /** Resolves after `ms`, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Aborts its signal after `ms`, unless it is cancelled before. */
  timeout(ms: number): { signal: AbortSignal; cancel(): void };
}

export const systemClock: Clock = {
  nowMs: Date.now,
  sleep(ms, signal) {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
    });
  },
  timeout(ms) {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), ms);
    return { signal: controller.signal, cancel: () => clearTimeout(timer) };
  },
};
