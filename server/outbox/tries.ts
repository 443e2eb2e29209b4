import type { Clock } from './clock.ts';

/** A try that takes longer than this stands aside, in milliseconds. */
const STAND_ASIDE_AFTER_MS = 10_000;
/** So many may, whatever else is sent meanwhile. */
const MOST_ASIDE = 5;

/**
 * The tries under way in this process. A slow one stands aside, so that its worker can go on with
 * other mails; one that may kill the process is alone.
 */
export function createTries(clock: Clock) {
  const underWay = new Set<Promise<void>>();
  const aside = new Set<Promise<void>>();
  let lone: Promise<void> | undefined;

  return {
    count: () => underWay.size,
    /** Resolves at once, unless a try is to be alone: then when it has ended. */
    untilNobodyIsAlone: async (): Promise<void> => lone,
    /**
     * Takes a try up.
     *
     * @param isAlone nobody else may begin one until it has ended
     * @param run never rejects
     */
    begin(isAlone: boolean, run: () => Promise<void>): { ended: Promise<void> } {
      const ended = run().finally(() => {
        underWay.delete(ended);
        if (lone === ended) lone = undefined;
      });
      underWay.add(ended);
      if (isAlone) lone = ended;
      return { ended };
    },
    /** Resolves when a try has ended, or stands aside. */
    async follow(ended: Promise<void>): Promise<void> {
      const isOver = new AbortController();
      void ended.then(() => isOver.abort());
      await clock.watch(STAND_ASIDE_AFTER_MS, isOver.signal);
      while (!isOver.signal.aborted && aside.size >= MOST_ASIDE) {
        await Promise.race([ended, ...aside]);
      }
      if (isOver.signal.aborted) return;
      aside.add(ended);
      void ended.then(() => aside.delete(ended));
    },
    /** Resolves when none is under way any more. */
    async untilAllEnded(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
