import type { Clock } from '../server/outbox/clock.ts';

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Resolves once so many sleep at the same time: nothing happens until the clock moves. */
  untilAsleep(count: number): Promise<void>;
  /** Moves on to the moment the next one wakes, and wakes it. */
  wakeNext(): void;
  /** Moves the wall clock alone, as an operator would; who sleeps goes on sleeping. */
  jump(ms: number): void;
}

interface Sleeper {
  wakesAtMs: number;
  wake(): void;
}

export function createFakeClock(startMs: number): FakeClock {
  let wallMs = startMs;
  /** Time that passes evenly, whatever happens to the wall clock. */
  let steadyMs = 0;
  const sleepers = new Set<Sleeper>();
  let watchers: { count: number; resolve: () => void }[] = [];
  return {
    nowMs: () => wallMs,
    sleep(ms, signal) {
      if (signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const sleeper: Sleeper = {
          wakesAtMs: steadyMs + ms,
          wake() {
            sleepers.delete(sleeper);
            signal.removeEventListener('abort', sleeper.wake);
            resolve();
          },
        };
        sleepers.add(sleeper);
        for (const { count, resolve } of watchers) if (sleepers.size >= count) resolve();
        watchers = watchers.filter(({ count }) => sleepers.size < count);
        signal.addEventListener('abort', sleeper.wake);
      });
    },
    untilAsleep(count) {
      if (sleepers.size >= count) return Promise.resolve();
      return new Promise((resolve) => watchers.push({ count, resolve }));
    },
    wakeNext() {
      const next = [...sleepers].reduce((a, b) => (b.wakesAtMs < a.wakesAtMs ? b : a));
      wallMs += Math.max(0, next.wakesAtMs - steadyMs);
      steadyMs = Math.max(steadyMs, next.wakesAtMs);
      next.wake();
    },
    jump(ms) {
      wallMs += ms;
    },
  };
}
