import { useEffect, useSyncExternalStore } from 'react';
import { retryableImport } from '../../../site/browser/retry-import.ts';
import { retryDelayMs } from '../api/retry-delay.ts';

/* Loads the parts of the desk that are not needed for its first screen. */

/** After this time an attempt counts as stalled. */
export const STALLED_MS = 20_000;

interface Loaded<Module> {
  module: Module | undefined;
  /**
   * `failed`: a retry follows automatically. `stalled`: the request is still pending after a long
   * time, and a second one would only wait for the same response.
   */
  failure: 'failed' | 'stalled' | undefined;
}

export type LazyModule<Module> = ReturnType<typeof lazyModule<Module>>;

/** A module that is fetched on demand, with retries until it has loaded. */
export function lazyModule<Module>(importModule: () => Promise<Module>) {
  const load = retryableImport(importModule);
  let loaded: Loaded<Module> = { module: undefined, failure: undefined };
  let loading: Promise<void> | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function set(next: Loaded<Module>) {
    loaded = next;
    for (const listener of listeners) listener();
  }

  async function attemptOnce() {
    clearTimeout(timer);
    try {
      set({ module: await load(), failure: undefined });
      window.removeEventListener('online', start);
    } catch (error) {
      console.error(error);
      set({ module: undefined, failure: 'failed' });
      timer = setTimeout(start, retryDelayMs(failures));
      failures += 1;
      window.addEventListener('online', start);
    }
    loading = undefined;
  }

  /** A stalled connection raises no error for minutes, but what loads next must not wait for it. */
  async function tryOrStall() {
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const isStalled = new Promise<void>((resolve) => {
      stalled = setTimeout(() => {
        set({ module: undefined, failure: 'stalled' });
        resolve();
      }, STALLED_MS);
    });
    await Promise.race([attemptOnce(), isStalled]);
    clearTimeout(stalled);
  }

  /** Resolves when the module has loaded, or when this attempt has failed or stalled. */
  function start(): Promise<void> {
    if (loaded.module) return Promise.resolve();
    loading ??= tryOrStall();
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
