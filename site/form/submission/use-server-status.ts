import { useEffect, useState } from 'react';
import { STATUS_OK, STATUS_PATH } from '../../../enquiry/api-contract.ts';
import { withTimeout } from '../../browser/with-timeout.ts';

/** A timeout counts as unavailable. */
const STATUS_TIMEOUT_MS = 5_000;
/** The delay after the first failed check. It doubles up to the maximum. */
const FIRST_RECHECK_MS = 5_000;
const MAX_RECHECK_MS = 60_000;

/**
 * Whether the server is available; undefined until the first check. While the server is not
 * available, it is checked again with backoff, and when the browser is back online.
 */
export function useServerStatus(apiBase: string): boolean | undefined {
  const [isAvailable, setIsAvailable] = useState<boolean>();
  useEffect(() => {
    let delayMs = FIRST_RECHECK_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      clearTimeout(timer);
      window.removeEventListener('online', check);
    };
    async function check() {
      await waitUntilShown();
      const isAvailableNow = await checkStatus(apiBase);
      if (isStopped) return;
      setIsAvailable(isAvailableNow);
      if (isAvailableNow) return stop();
      clearTimeout(timer);
      timer = setTimeout(check, delayMs);
      delayMs = Math.min(MAX_RECHECK_MS, delayMs * 2);
    }
    window.addEventListener('online', check);
    void check();
    return stop;
  }, [apiBase]);
  return isAvailable;
}

/** Resolves once the page is shown: a prerendered page makes no requests to the API. */
export async function waitUntilShown(): Promise<void> {
  // TypeScript's DOM types lack `prerendering` (Speculation Rules).
  const isPrerendered = 'prerendering' in document && document.prerendering;
  if (!isPrerendered) return;
  await new Promise((resolve) => {
    document.addEventListener('prerenderingchange', resolve, { once: true });
  });
}

/** True for status 200 and 'status ok', as plain text or as a JSON string. */
export async function checkStatus(apiBase: string): Promise<boolean> {
  try {
    const { signal } = withTimeout(undefined, STATUS_TIMEOUT_MS);
    const response = await fetch(apiBase + STATUS_PATH, { cache: 'no-store', signal });
    const text = (await response.text()).trim();
    const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
    const status = isQuoted ? text.slice(1, -1).trim() : text;
    return response.status === 200 && status === STATUS_OK;
  } catch {
    return false;
  }
}
