import type { Challenge } from 'altcha-lib/types';
import { CAPTCHA_KEYS } from '../../../enquiry/fields.ts';
import {
  IDEMPOTENCY_HEADER,
  type Problem,
  XSRF_COOKIE,
  XSRF_HEADER,
} from '../../../enquiry/replies.ts';
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

/** Oftener than our server ever asks for more work; one that goes on asking is not ours. */
const MOST_CHALLENGES = 8;

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
  /** Solves an ALTCHA challenge; rejects when it cannot, or is aborted. */
  solve: (challenge: Challenge, signal: AbortSignal) => Promise<string>;
}

type Outcome = 'accepted' | 'refused' | 'aborted';

/**
 * Sends a submission (specification, section 7). When the server asks for more work than its captcha
 * took, because many are sending now, that work is done and the same enquiry goes out again with its
 * result: the visitor waits, and does nothing.
 *
 * @returns 'accepted' only after the server's yes (2xx)
 */
export async function sendEnquiry(
  submission: Submission,
  api: { base: string; slug: string },
  signal: AbortSignal,
  sending: Sending = browserSending,
): Promise<Outcome> {
  let { body } = submission;
  for (let challenges = 0; challenges <= MOST_CHALLENGES; challenges += 1) {
    const outcome = await sendWithCaptcha({ ...submission, body }, api, signal, sending);
    if (typeof outcome === 'string') return outcome;
    try {
      body = withCaptcha(body, await sending.solve(outcome, signal));
    } catch {
      return signal.aborted ? 'aborted' : 'refused';
    }
  }
  return 'refused';
}

function withCaptcha(body: string, result: string): string {
  const request: Record<string, unknown> = JSON.parse(body);
  for (const key of CAPTCHA_KEYS) request[key] = result;
  return JSON.stringify(request);
}

/**
 * Repeats the call when the network fails or the server asks to come back. Every try has the same id
 * and bytes.
 *
 * @returns a challenge when the server asks for more work
 */
async function sendWithCaptcha(
  submission: Submission,
  api: { base: string; slug: string },
  signal: AbortSignal,
  sending: Sending,
): Promise<Outcome | Challenge> {
  const giveUpAtMs = sending.nowMs() + GIVE_UP_AFTER_MS;
  for (let tries = 1; ; tries += 1) {
    const leftMs = giveUpAtMs - sending.nowMs();
    const timeoutMs = Math.min(TRY_TIMEOUT_MS, leftMs);
    const { reply, challenge } = await tryOnce(submission, api, timeoutMs, signal, sending);
    if (signal.aborted) return 'aborted';
    if (challenge) return challenge;
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

/** @returns nothing when the network failed or took too long */
async function tryOnce(
  submission: Submission,
  api: { base: string; slug: string },
  timeoutMs: number,
  signal: AbortSignal,
  sending: Sending,
): Promise<{ reply?: Response; challenge?: Challenge | undefined }> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal.addEventListener('abort', abort);
  const timer = setTimeout(abort, timeoutMs);
  try {
    const reply = await sending.fetch(`${api.base}/mail/${api.slug}`, {
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
    return { reply, challenge: await harderChallenge(reply) };
  } catch {
    return {};
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** Of the answer to a captcha that is easier than what is asked now. */
async function harderChallenge(reply: Response): Promise<Challenge | undefined> {
  if (reply.status !== 422) return undefined;
  try {
    const { type, challenge }: Partial<Problem> = await reply.json();
    const isAsked = type === '/problems/captcha-too-easy' && typeof challenge === 'object';
    return isAsked ? (challenge as Challenge) : undefined;
  } catch {
    // Another server's way to say no.
    return undefined;
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
  async solve(challenge, signal) {
    // Here too with a provider's captcha, which knows no harder and easier.
    const { solve } = await import('../captcha/altcha.ts');
    const controller = new AbortController();
    const abort = () => controller.abort();
    signal.addEventListener('abort', abort);
    try {
      signal.throwIfAborted();
      return await solve(challenge, controller);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  },
};
