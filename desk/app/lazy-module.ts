import { useEffect, useSyncExternalStore } from 'react';
import { retryableImport } from '../../site/browser/retry-import.ts';

/* Parts of the desk that come after its first screen. */

/** Backoff: the delay doubles after each failed try. */
const RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;

interface Loaded<Module> {
  module: Module | undefined;
  /** Whether the last try failed; another one follows by itself. */
  hasFailed: boolean;
}

export type LazyModule<Module> = ReturnType<typeof lazyModule<Module>>;

/** A module that is fetched once it is asked for, and again until it is there. */
export function lazyModule<Module>(importModule: () => Promise<Module>) {
  const load = retryableImport(importModule);
  let loaded: Loaded<Module> = { module: undefined, hasFailed: false };
  let loading: Promise<void> | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function set(next: Loaded<Module>) {
    loaded = next;
    for (const listener of listeners) listener();
  }

  async function tryOnce() {
    clearTimeout(timer);
    try {
      set({ module: await load(), hasFailed: false });
      window.removeEventListener('online', start);
    } catch (error) {
      console.error(error);
      set({ module: undefined, hasFailed: true });
      timer = setTimeout(start, Math.min(RETRY_MS * 2 ** failures, MAX_RETRY_MS));
      failures += 1;
      window.addEventListener('online', start);
    }
    loading = undefined;
  }

  /** Resolves when the module is there, or this try failed. */
  function start(): Promise<void> {
    if (loaded.module) return Promise.resolve();
    loading ??= tryOnce();
    return loading;
  }

  return {
    start,
    get: () => loaded,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** @param isWanted whether to load the module now */
export function useLazyModule<Module>(lazy: LazyModule<Module>, isWanted = true): Loaded<Module> {
  useEffect(() => {
    if (isWanted) void lazy.start();
  }, [lazy, isWanted]);
  return useSyncExternalStore(lazy.subscribe, lazy.get);
}
