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

/** Up to 3 tries within 20 s (interpretation, 'Sending twice'). */
const MAX_TRIES = 3;
const TOTAL_TIMEOUT_MS = 20_000;
/** If there is no response after this time, a second (hedged) request starts in parallel. */
const HEDGE_AFTER_MS = 8_000;
/**
 * Delay after a failed try, unless the server sends Retry-After. Long enough for a short tunnel, or
 * for a phone to switch from wifi to mobile data.
 */
const RETRY_DELAYS_MS = [1_000, 5_000] as const;
/** Minimum time for the last try. */
const LAST_TRY_MS = 2_000;

/** Higher than our server ever needs; stops a loop with a misbehaving server. */
const MAX_CHALLENGES = 8;

/** Statuses after which a retry may succeed. */
const RETRYABLE_STATUSES = new Set([429, 502, 503, 504]);

/** Solves an ALTCHA challenge; rejects on failure or abort. */
type Solve = (challenge: Challenge, signal: AbortSignal) => Promise<string>;

type Outcome = 'accepted' | 'refused';

/** Result of one try. */
type Answer =
  | { kind: Outcome }
  /** The server requires a harder captcha challenge. */
  | { kind: 'harder'; challenge: Challenge }
  /** The network failed, or the server asks for a retry. */
  | { kind: 'retry'; retryAfterMs: number | undefined };

/**
 * Sends a submission (specification, section 7). Under heavy load the server may reply with a
 * harder captcha challenge. This solves it and sends the same enquiry again, without the visitor.
 *
 * @returns 'accepted' only after a 2xx response; 'refused' also when aborted
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
    const answer = await withTimeout(signal, TOTAL_TIMEOUT_MS, (controller) =>
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
 * Tries up to three times: after a failure, and in parallel if there is no response after 8 s. All
 * tries have the same idempotency key and body, so that they count as one enquiry.
 *
 * @param controller aborts the other tries after the first answer; abort it to cancel all
 */
function firstAnswer(
  tryOnce: () => Promise<Answer>,
  controller: AbortController,
): Promise<Exclude<Answer, { kind: 'retry' }>> {
  const deadlineMs = performance.now() + TOTAL_TIMEOUT_MS;
  return new Promise((resolve) => {
    let tries = 0;
    let running = 0;
    let cancelNext = () => {};
    const settle = (answer: Exclude<Answer, { kind: 'retry' }>) => {
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
      if (tries < MAX_TRIES) startAfter(HEDGE_AFTER_MS);
      const failedTries = tries;
      const answer = await tryOnce();
      running -= 1;
      if (controller.signal.aborted) return;
      if (answer.kind !== 'retry') return settle(answer);
      const leftMs = deadlineMs - performance.now();
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
      // Completes the request even if the visitor leaves the page.
      keepalive: true,
      // A redirect could lead to a page that answers 200 to anything.
      redirect: 'manual',
      signal,
    });
    if (reply.ok) return { kind: 'accepted' };
    if (RETRYABLE_STATUSES.has(reply.status)) {
      return { kind: 'retry', retryAfterMs: retryAfterMs(reply) };
    }
    const challenge = await readHarderChallenge(reply);
    return challenge ? { kind: 'harder', challenge } : { kind: 'refused' };
  } catch {
    return { kind: 'retry', retryAfterMs: undefined };
  }
}

/** The challenge in a 'captcha-too-easy' response, if it is one. */
async function readHarderChallenge(reply: Response): Promise<Challenge | undefined> {
  if (reply.status !== 422) return undefined;
  try {
    const { type, challenge }: Partial<Problem> = await reply.json();
    const isAsked = type === '/problems/captcha-too-easy' && typeof challenge === 'object';
    return isAsked ? (challenge as Challenge) : undefined;
  } catch {
    // Not JSON: a refusal by another server.
    return undefined;
  }
}

function withCaptcha(body: string, result: string): string {
  const request: Record<string, unknown> = JSON.parse(body);
  for (const key of CAPTCHA_KEYS) request[key] = result;
  return JSON.stringify(request);
}

/** Only for a relative base: the token must not be sent to another origin (section 7). */
export function xsrfHeader(apiBase: string, cookies: string): Record<string, string> {
  if (!apiBase.startsWith('/') || apiBase.startsWith('//')) return {};
  for (const cookie of cookies.split(';')) {
    const [name, ...value] = cookie.trim().split('=');
    if (name === XSRF_COOKIE) return { [XSRF_HEADER]: decodeCookieValue(value.join('=')) };
  }
  return {};
}

function decodeCookieValue(value: string): string {
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

/** @returns a function that cancels the action */
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

/** Harder challenges are always ALTCHA, also on a site with another provider. */
const solveInWorkers: Solve = async (challenge, signal) => {
  const { solveChallenge } = await import('../captcha/altcha.ts');
  return solveChallenge(challenge, signal);
};
