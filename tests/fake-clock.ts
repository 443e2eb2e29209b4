import type { Clock } from '../server/outbox/clock.ts';

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Resolves once so many sleep at the same time; time limits are not counted. */
  untilAsleep(count: number): Promise<void>;
  /** Moves on to the moment the next one wakes, and wakes it; does nothing while nobody sleeps. */
  wakeNext(): void;
  /** Sets the wall clock alone, as an operator would. */
  jump(ms: number): void;
}

interface Sleeper {
  wakesAtMs: number;
  isTimeout: boolean;
  wake(): void;
}

export function createFakeClock(startMs: number): FakeClock {
  let wallMs = startMs;
  /** Time that passes evenly, whatever happens to the wall clock. */
  let steadyMs = 0;
  const sleepers = new Set<Sleeper>();
  let watchers: { count: number; resolve: () => void }[] = [];
  const asleep = () => [...sleepers].filter(({ isTimeout }) => !isTimeout).length;
  const sleepAs =
    (isTimeout: boolean) =>
    (ms: number, signal: AbortSignal): Promise<void> => {
      if (signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const sleeper: Sleeper = {
          wakesAtMs: steadyMs + ms,
          isTimeout,
          wake() {
            sleepers.delete(sleeper);
            signal.removeEventListener('abort', sleeper.wake);
            resolve();
          },
        };
        sleepers.add(sleeper);
        const count = asleep();
        for (const watcher of watchers) if (count >= watcher.count) watcher.resolve();
        watchers = watchers.filter((watcher) => count < watcher.count);
        signal.addEventListener('abort', sleeper.wake);
      });
    };
  return {
    nowMs: () => wallMs,
    sleep: sleepAs(false),
    timeout(ms) {
      const [controller, cancelled] = [new AbortController(), new AbortController()];
      void sleepAs(true)(ms, cancelled.signal).then(() => {
        if (!cancelled.signal.aborted) controller.abort();
      });
      return { signal: controller.signal, cancel: () => cancelled.abort() };
    },
    untilAsleep(count) {
      if (asleep() >= count) return Promise.resolve();
      return new Promise((resolve) => watchers.push({ count, resolve }));
    },
    wakeNext() {
      const [next] = [...sleepers].sort((a, b) => a.wakesAtMs - b.wakesAtMs);
      if (!next) return;
      wallMs += Math.max(0, next.wakesAtMs - steadyMs);
      steadyMs = Math.max(steadyMs, next.wakesAtMs);
      next.wake();
    },
    jump(ms) {
      wallMs += ms;
    },
  };
}
