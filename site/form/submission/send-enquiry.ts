import type { Challenge } from 'altcha-lib/types';
import { CAPTCHA_KEYS } from '../../../enquiry/fields.ts';
import {
  IDEMPOTENCY_HEADER,
  type Problem,
  XSRF_COOKIE,
  XSRF_HEADER,
} from '../../../enquiry/replies.ts';
import type { Submission } from './submission.ts';
import { withTimeout } from './with-timeout.ts';

/** Interpretation, 'Sending twice': up to 3 tries, 20 s in all. */
const MAX_TRIES = 3;
const GIVE_UP_AFTER_MS = 20_000;
/** After so long without an answer the next try starts beside the one before. */
const NEXT_BESIDE_AFTER_MS = 8_000;
/**
 * Wait after a failed try, unless the server asks for another, in milliseconds: past a short tunnel,
 * or a phone's change from wifi to its own network.
 */
const RETRY_DELAYS_MS = [1_000, 5_000] as const;
/** The last try has at least this long, in milliseconds. */
const LAST_TRY_MS = 2_000;

/** More often than our server ever asks for more work; one that goes on asking is not ours. */
const MAX_CHALLENGES = 8;

/** Not now, or a gateway that could not reach the server: a later try may succeed. */
const WORTH_REPEATING = new Set([429, 502, 503, 504]);

/** Solves an ALTCHA challenge; rejects when it cannot, or is aborted. */
type Solve = (challenge: Challenge, signal: AbortSignal) => Promise<string>;

type Outcome = 'accepted' | 'refused';

/** What came of one try. */
type Answer =
  | { kind: Outcome }
  /** The server asks for more work than the captcha took. */
  | { kind: 'harder'; challenge: Challenge }
  /** The network failed, or the server asks to come back. */
  | { kind: 'later'; retryAfterMs: number | undefined };

/**
 * Sends a submission (specification, section 7). When the server asks for more work than its captcha
 * took, because many are sending now, that work is done and the same enquiry goes out again with its
 * result: the visitor waits, and does nothing.
 *
 * @returns 'accepted' only after the server accepted it (2xx); 'refused' also when aborted
 */
export async function sendEnquiry(
  submission: Submission,
  api: { base: string; slug: string },
  signal: AbortSignal,
  solve: Solve = solveInWorkers,
): Promise<Outcome> {
  let { body } = submission;
  for (let challenges = 0; challenges <= MAX_CHALLENGES; challenges += 1) {
    const request = { ...submission, body };
    const answer = await withTimeout(signal, GIVE_UP_AFTER_MS, (controller) =>
      firstAnswer(() => post(request, api, controller.signal), controller),
    );
    if (answer.kind !== 'harder') return answer.kind;
    try {
      body = withCaptcha(body, await solve(answer.challenge, signal));
    } catch {
      return 'refused';
    }
  }
  return 'refused';
}

/**
 * Tries up to three times: again after a failed try, and beside one that has no answer after 8 s. All
 * have the same id and bytes, so that they are one enquiry.
 *
 * @param controller ends the other tries after the first answer; aborted, it ends all
 */
function firstAnswer(
  tryOnce: () => Promise<Answer>,
  controller: AbortController,
): Promise<Exclude<Answer, { kind: 'later' }>> {
  const giveUpAtMs = performance.now() + GIVE_UP_AFTER_MS;
  return new Promise((resolve) => {
    let tries = 0;
    let running = 0;
    let cancelNext = () => {};
    const settle = (answer: Exclude<Answer, { kind: 'later' }>) => {
      cancelNext();
      resolve(answer);
      controller.abort();
    };
    const startAfter = (delayMs: number) => {
      cancelNext();
      cancelNext = afterDelayOrOnline(delayMs, startTry);
    };
    async function startTry() {
      tries += 1;
      running += 1;
      if (tries < MAX_TRIES) startAfter(NEXT_BESIDE_AFTER_MS);
      const failedTries = tries;
      const answer = await tryOnce();
      running -= 1;
      if (controller.signal.aborted) return;
      if (answer.kind !== 'later') return settle(answer);
      const leftMs = giveUpAtMs - performance.now();
      const usualMs = Math.min(RETRY_DELAYS_MS[failedTries - 1] ?? 0, leftMs - LAST_TRY_MS);
      const delayMs = answer.retryAfterMs ?? Math.max(0, usualMs);
      if (delayMs >= leftMs) settle({ kind: 'refused' });
      else if (tries < MAX_TRIES) startAfter(delayMs);
      else if (running === 0) settle({ kind: 'refused' });
    }
    controller.signal.addEventListener('abort', () => settle({ kind: 'refused' }));
    void startTry();
  });
}

/** Sends the request once. */
async function post(
  { id, body }: Submission,
  api: { base: string; slug: string },
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const reply = await fetch(`${api.base}/mail/${api.slug}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [IDEMPOTENCY_HEADER]: id,
        ...xsrfHeader(api.base, document.cookie),
      },
      body,
      // The visitor who leaves the page while pending still sends what was submitted.
      keepalive: true,
      // Followed, it would end at a page that answers 200 to anything.
      redirect: 'manual',
      signal,
    });
    if (reply.ok) return { kind: 'accepted' };
    if (WORTH_REPEATING.has(reply.status)) {
      return { kind: 'later', retryAfterMs: retryAfterMs(reply) };
    }
    const challenge = await harderChallenge(reply);
    return challenge ? { kind: 'harder', challenge } : { kind: 'refused' };
  } catch {
    return { kind: 'later', retryAfterMs: undefined };
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

function withCaptcha(body: string, result: string): string {
  const request: Record<string, unknown> = JSON.parse(body);
  for (const key of CAPTCHA_KEYS) request[key] = result;
  return JSON.stringify(request);
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
function retryAfterMs(reply: Response): number | undefined {
  const value = reply.headers.get('Retry-After')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - Date.now());
}

/** @returns cancels the action */
function afterDelayOrOnline(delayMs: number, action: () => void): () => void {
  const cancel = () => {
    clearTimeout(timer);
    window.removeEventListener('online', run);
  };
  const run = () => {
    cancel();
    action();
  };
  const timer = setTimeout(run, delayMs);
  window.addEventListener('online', run);
  return cancel;
}

/** Also where a provider's captcha was used, which knows no harder and easier. */
const solveInWorkers: Solve = async (challenge, signal) => {
  const { solveChallenge } = await import('../captcha/altcha.ts');
  return solveChallenge(challenge, signal);
};
