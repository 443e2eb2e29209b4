import { useEffect, useState } from 'react';
import { STATUS_OK } from '../../../enquiry/replies.ts';
import { useForm } from '../form-context.tsx';
import { whenShown } from './when-shown.ts';
import { withTimeout } from './with-timeout.ts';

/** A time-out counts as false. */
const STATUS_TIMEOUT_MS = 5_000;
/** Wait after the first false answer; doubles up to the longest. In milliseconds. */
const FIRST_RECHECK_MS = 5_000;
const LONGEST_RECHECK_MS = 60_000;

/** The specification's server flag; undefined until the first answer. */
export function useServerFlag(): boolean | undefined {
  const { base } = useForm().api;
  const [flag, setFlag] = useState<boolean>();
  useEffect(() => whenShown(() => watchServerFlag(base, setFlag)), [base]);
  return flag;
}

/**
 * Checks the server once at page start; while it is away, again after 5 s, doubling to 60 s, and at
 * once when the browser comes back online. The first true answer ends it.
 *
 * @returns stops watching
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
    delayMs = Math.min(LONGEST_RECHECK_MS, delayMs * 2);
  }
  window.addEventListener('online', check);
  void check();
  return stop;
}

/** Asks the server once. True only for status 200 and a body that says 'status ok'. */
export function checkStatus(apiBase: string): Promise<boolean> {
  return withTimeout(undefined, STATUS_TIMEOUT_MS, async ({ signal }) => {
    const reply = await fetch(`${apiBase}/status`, { cache: 'no-store', signal });
    return reply.status === 200 && saysOk(await reply.text());
  }).catch(() => false);
}

/** As plain text or as a JSON string, white space around it aside. */
function saysOk(body: string): boolean {
  const text = body.trim();
  if (text === STATUS_OK) return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' && value.trim() === STATUS_OK;
  } catch {
    return false;
  }
}
