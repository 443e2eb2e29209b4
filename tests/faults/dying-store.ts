import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoreSettings } from '../../server/store/open-store.ts';
import { sqliteFileOf } from '../../server/store/sqlite-file.ts';
import type { Store } from '../../server/store/store.ts';

/** Where a process ends itself with SIGKILL: at its first call of a method of the store. */
export interface Death {
  method: 'claimNextMail' | 'gatherDigests' | 'markDelivered' | 'eraseExpired';
  when:
    | 'before'
    /** At any moment up to `withinMs` after the call began, so most often in the middle of it. */
    | 'during'
    /** Once the store has answered; a claim that found nothing does not count. */
    | 'after';
  /** In milliseconds. */
  withinMs?: number;
}

/** The same store, at which this process dies. */
export function dyingStore(store: Store, { method, when, withinMs = 3 }: Death): Store {
  const call = store[method] as (...args: unknown[]) => Promise<unknown>;
  const callAndDie = async (...args: unknown[]) => {
    if (when === 'before') die();
    const result = call(...args);
    if (when === 'during') await dieWithin(withinMs);
    if ((await result) !== undefined) die();
    return undefined;
  };
  return { ...store, [method]: callAndDie };
}

/** Resolves when a store that is being opened first looks into its SQLite file, whose log appears then. */
export async function untilLookedInto({ dataDir, databaseUrl }: StoreSettings): Promise<void> {
  if (databaseUrl !== '') return;
  while (!existsSync(`${sqliteFileOf(dataDir)}-wal`)) await nextTurn();
}

/** Dies at a random moment, to the fraction of a millisecond, while everything else goes on. */
export async function dieWithin(ms: number): Promise<never> {
  const atMs = performance.now() + Math.random() * ms;
  while (performance.now() < atMs) await nextTurn();
  return die();
}

/** As a crash does: nobody in this process learns of it. */
export function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('Killed.');
}
