import { useEffect, useState } from 'react';
import { STATUS_OK } from '../../../enquiry/replies.ts';
import { useForm } from '../form-context.tsx';
import { whenShown } from './when-shown.ts';
import { withTimeout } from './with-timeout.ts';

/** A timeout counts as unavailable. */
const STATUS_TIMEOUT_MS = 5_000;
/** Delay after the first failed check; doubles up to the maximum. */
const FIRST_RECHECK_MS = 5_000;
const MAX_RECHECK_MS = 60_000;

/**
 * Whether the server is available (the specification's server flag); undefined until the first
 * check.
 */
export function useServerFlag(): boolean | undefined {
  const { base } = useForm().api;
  const [flag, setFlag] = useState<boolean>();
  useEffect(() => whenShown(() => watchServerFlag(base, setFlag)), [base]);
  return flag;
}

/**
 * Checks the server at page start. While it is unavailable, checks again with backoff from 5 s to
 * 60 s, and at once when the browser comes back online. Stops after the first success.
 *
 * @returns a function that stops the checks
 */
function watchServerFlag(apiBase: string, report: (flag: boolean) => void): () => void {
  let delayMs = FIRST_RECHECK_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let isChecking = false;

  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    window.removeEventListener('online', check);
  };
  async function check() {
    if (isChecking) return;
    isChecking = true;
    clearTimeout(timer);
    const flag = await checkStatus(apiBase);
    isChecking = false;
    if (isStopped) return;
    report(flag);
    if (flag) return stop();
    timer = setTimeout(check, delayMs);
    delayMs = Math.min(MAX_RECHECK_MS, delayMs * 2);
  }
  window.addEventListener('online', check);
  void check();
  return stop;
}

/** Checks once. True only for status 200 and the body 'status ok'. */
export function checkStatus(apiBase: string): Promise<boolean> {
  return withTimeout(undefined, STATUS_TIMEOUT_MS, async ({ signal }) => {
    const reply = await fetch(`${apiBase}/status`, { cache: 'no-store', signal });
    return reply.status === 200 && isOkBody(await reply.text());
  }).catch(() => false);
}

/** Accepts plain text or a JSON string, with surrounding white space. */
function isOkBody(body: string): boolean {
  const text = body.trim();
  if (text === STATUS_OK) return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' && value.trim() === STATUS_OK;
  } catch {
    return false;
  }
}
