import { STATUS_OK } from '../../../enquiry/replies.ts';

/** Decisions, 'status ok': a time-out counts as false. */
export const STATUS_TIMEOUT_MS = 5_000;
/** Wait after the first false answer; doubles up to the longest. In milliseconds. */
export const FIRST_RECHECK_MS = 5_000;
export const LONGEST_RECHECK_MS = 60_000;

/** Asks the server once. True only for status 200 and a body that says 'status ok'. */
export async function checkStatus(
  apiBase: string,
  request: typeof fetch = (...call) => fetch(...call),
): Promise<boolean> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), STATUS_TIMEOUT_MS);
  try {
    const reply = await request(`${apiBase}/status`, {
      cache: 'no-store',
      signal: controller.signal,
    });
    return reply.status === 200 && saysOk(await reply.text());
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** As plain text or as a JSON string, white space around it aside. */
export function saysOk(body: string): boolean {
  const text = body.trim();
  if (text === STATUS_OK) return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' && value.trim() === STATUS_OK;
  } catch {
    return false;
  }
}

/** What {@link watchServerFlag} needs of the outside. */
export interface FlagSource {
  check: () => Promise<boolean>;
  setTimer: (action: () => void, delayMs: number) => () => void;
  /** Calls `action` when the browser comes back online; returns how to stop that. */
  onOnline: (action: () => void) => () => void;
}

/**
 * Checks the server once at page start; while it is away, again after 5 s, doubling to 60 s, and at
 * once when the browser comes back online. The first true answer ends it.
 *
 * @returns stops watching
 */
export function watchServerFlag(report: (flag: boolean) => void, source: FlagSource): () => void {
  let delayMs = FIRST_RECHECK_MS;
  let stopTimer = () => {};
  let stopped = false;
  let isChecking = false;

  const stop = () => {
    stopped = true;
    stopTimer();
    stopOnline();
  };
  const check = async () => {
    if (isChecking) return;
    isChecking = true;
    stopTimer();
    const flag = await source.check();
    isChecking = false;
    if (stopped) return;
    report(flag);
    if (flag) {
      stop();
      return;
    }
    stopTimer = source.setTimer(check, delayMs);
    delayMs = Math.min(LONGEST_RECHECK_MS, delayMs * 2);
  };
  const stopOnline = source.onOnline(check);
  void check();
  return stop;
}

export function browserFlagSource(apiBase: string): FlagSource {
  return {
    check: () => checkStatus(apiBase),
    setTimer(action, delayMs) {
      const timer = setTimeout(action, delayMs);
      return () => clearTimeout(timer);
    },
    onOnline(action) {
      window.addEventListener('online', action);
      return () => window.removeEventListener('online', action);
    },
  };
}
