import { IDEMPOTENCY_HEADER, XSRF_COOKIE, XSRF_HEADER } from '../../../enquiry/replies.ts';
import type { Submission } from './form-state.ts';

/** Decisions, 'Sending twice': up to 3 tries, 20 s in all. */
export const MAX_TRIES = 3;
export const GIVE_UP_AFTER_MS = 20_000;
/** A try that hangs makes room for the next; its id makes sure that it is still one enquiry. */
export const TRY_TIMEOUT_MS = 8_000;
/**
 * Wait before the second and third try, unless the server asks for another, in milliseconds: past a
 * short tunnel, or a phone's change from wifi to its own network.
 */
export const RETRY_DELAYS_MS = [1_000, 5_000] as const;
/** The last try has at least this long, in milliseconds. */
export const LAST_TRY_MS = 2_000;

/** Not now, or a gateway that could not reach the server: a later try may succeed. */
const WORTH_REPEATING = new Set([429, 502, 503, 504]);

/** The world outside, handed in so that tests need neither network nor waiting. */
export interface Sending {
  fetch: typeof fetch;
  /** `document.cookie` at this moment. */
  cookies: () => string;
  nowMs: () => number;
  /** Resolves after `delayMs`, or at once when the signal aborts or the browser comes online. */
  sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Sends a submission (specification, section 7), repeating it when the network fails or the server
 * asks to come back. Every try has the same id and bytes.
 *
 * @returns 'accepted' only after the server's yes (2xx)
 */
export async function sendEnquiry(
  submission: Submission,
  api: { base: string; slug: string },
  signal: AbortSignal,
  sending: Sending = browserSending,
): Promise<'accepted' | 'refused' | 'aborted'> {
  const giveUpAtMs = sending.nowMs() + GIVE_UP_AFTER_MS;
  for (let tries = 1; ; tries += 1) {
    const leftMs = giveUpAtMs - sending.nowMs();
    const reply = await tryOnce(submission, api, Math.min(TRY_TIMEOUT_MS, leftMs), signal, sending);
    if (signal.aborted) return 'aborted';
    if (reply?.ok) return 'accepted';
    if (reply && !WORTH_REPEATING.has(reply.status)) return 'refused';
    if (tries === MAX_TRIES) return 'refused';
    const delayMs =
      retryAfterMs(reply, sending.nowMs()) ??
      Math.min(RETRY_DELAYS_MS[tries - 1] ?? 0, giveUpAtMs - LAST_TRY_MS - sending.nowMs());
    if (sending.nowMs() + delayMs >= giveUpAtMs) return 'refused';
    await sending.sleep(delayMs, signal);
    if (signal.aborted) return 'aborted';
  }
}

/** @returns undefined when the network failed or took too long */
async function tryOnce(
  submission: Submission,
  api: { base: string; slug: string },
  timeoutMs: number,
  signal: AbortSignal,
  sending: Sending,
): Promise<Response | undefined> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal.addEventListener('abort', abort);
  const timer = setTimeout(abort, timeoutMs);
  try {
    return await sending.fetch(`${api.base}/mail/${api.slug}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [IDEMPOTENCY_HEADER]: submission.id,
        ...xsrfHeader(api.base, sending.cookies()),
      },
      body: submission.body,
      // The visitor who leaves the page while pending still sends what was submitted.
      keepalive: true,
      // A redirect is nobody's yes: it would end at a page that answers 200 to anything.
      redirect: 'manual',
      signal: controller.signal,
    });
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** Only for a relative base: another origin's server must never see the value (section 7). */
export function xsrfHeader(apiBase: string, cookies: string): Record<string, string> {
  if (!apiBase.startsWith('/') || apiBase.startsWith('//')) return {};
  for (const cookie of cookies.split(';')) {
    const [name, ...value] = cookie.trim().split('=');
    if (name === XSRF_COOKIE) return { [XSRF_HEADER]: decode(value.join('=')) };
  }
  return {};
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** `Retry-After` as seconds or as a date (RFC 9110, 10.2.3), in milliseconds from now. */
export function retryAfterMs(reply: Response | undefined, nowMs: number): number | undefined {
  const value = reply?.headers.get('Retry-After')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}

const browserSending: Sending = {
  fetch: (...call) => fetch(...call),
  cookies: () => document.cookie,
  nowMs: () => performance.timeOrigin + performance.now(),
  sleep: (delayMs, signal) =>
    new Promise((resolve) => {
      const over = new AbortController();
      const wake = () => {
        clearTimeout(timer);
        over.abort();
        resolve();
      };
      const timer = setTimeout(wake, delayMs);
      signal.addEventListener('abort', wake, { signal: over.signal });
      window.addEventListener('online', wake, { signal: over.signal });
    }),
};
