import { describeError, type Log } from '../runtime/log.ts';
import type { Retention } from './store/enquiries.ts';
import type { Store } from './store/store.ts';

const HOUR_MS = 3_600_000;

interface ErasingDependencies {
  store: Pick<Store, 'eraseExpired'>;
  log: Log;
  /** How long the release in use keeps enquiries. */
  retention: () => Retention;
}

export type Erasing = ReturnType<typeof startErasing>;

/**
 * Erases expired enquiries now and each hour. A failure is logged, and the next hour tries again.
 */
export function startErasing({ store, log, retention }: ErasingDependencies, everyMs = HOUR_MS) {
  async function erase(): Promise<void> {
    try {
      const count = await store.eraseExpired(Date.now(), retention());
      if (count > 0) log.info({ count }, 'enquiries erased after their retention period');
    } catch (error) {
      log.error({ error: describeError(error) }, 'erasing expired enquiries failed');
    }
  }

  let running = erase();
  const timer = setInterval(() => {
    running = running.then(erase);
  }, everyMs).unref();
  return {
    /** Resolves once the running erasure has ended, so that the store can be closed. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
