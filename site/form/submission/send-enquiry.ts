import type { Challenge } from 'altcha-lib/types';
import {
  IDEMPOTENCY_HEADER,
  MAIL_PATH,
  type Problem,
  XSRF_COOKIE,
  XSRF_HEADER,
} from '../../../enquiry/api-contract.ts';
import { retryableImport } from '../../browser/retry-import.ts';
import { withTimeout } from '../../browser/with-timeout.ts';
import { toRequest } from '../fields/form-values.ts';
import type { FormSettings } from '../form-settings.ts';
import type { Submission } from './use-submission.ts';

/** There are up to 3 attempts within 20 s (interpretation, 'Sending twice'). */
const MAX_ATTEMPTS = 3;
const TOTAL_TIMEOUT_MS = 20_000;
/** When there is no response after this time, another request starts in parallel (hedging). */
const HEDGE_AFTER_MS = 8_000;
/** The delays are long enough for a phone to switch from wifi to mobile data. */
const RETRY_DELAYS_MS = [1_000, 5_000];

/** A limit, in case a misbehaving server keeps asking for harder challenges. */
const MAX_CHALLENGES = 8;

const RETRYABLE_STATUSES = [429, 502, 503, 504];

/** Solves an ALTCHA challenge; rejects on failure or abort. */
type Solve = (challenge: Challenge, signal: AbortSignal) => Promise<string>;

type FinalOutcome =
  | { kind: 'accepted' | 'refused' }
  /** The server requires a harder captcha challenge. */
  | { kind: 'harder'; challenge: Challenge };

interface RetryOutcome {
  kind: 'retry';
  retryAfterMs?: number | undefined;
}

type AttemptOutcome = FinalOutcome | RetryOutcome;

/** Where an enquiry is sent, and the language of its dates. */
export type SendOptions = Pick<FormSettings, 'api' | 'locale'>;

/**
 * Sends a submission (specification, section 7). If the server responds with a harder captcha
 * challenge, solves it and sends the same enquiry again.
 *
 * @returns 'accepted' only after a 2xx response; 'refused' also when aborted
 */
export async function sendEnquiry(
  submission: Submission,
  options: SendOptions,
  signal: AbortSignal,
  solve: Solve = solveInWorkers,
): Promise<'accepted' | 'refused'> {
  let { captchaResult } = submission;
  for (let challenges = 0; challenges <= MAX_CHALLENGES; challenges += 1) {
    const current = { ...submission, captchaResult };
    const controller = withTimeout(signal, TOTAL_TIMEOUT_MS);
    const attemptOnce = () => post(current, options, controller.signal);
    const outcome = await firstOutcome(attemptOnce, controller.signal);
    // The first outcome counts; the other attempts are aborted.
    controller.abort();
    if (outcome.kind !== 'harder') return outcome.kind;
    try {
      captchaResult = await solve(outcome.challenge, signal);
    } catch {
      break;
    }
  }
  return 'refused';
}

/**
 * Tries again after a failure, and in parallel if there is no response after 8 s. All attempts have
 * the same idempotency key and body, so that they count as one enquiry.
 */
function firstOutcome(
  attemptOnce: () => Promise<AttemptOutcome>,
  signal: AbortSignal,
): Promise<FinalOutcome> {
  const deadlineMs = performance.now() + TOTAL_TIMEOUT_MS;
  return new Promise((resolve) => {
    const refuse = () => resolve({ kind: 'refused' });
    const startAttempts = async () => {
      const attempts: Promise<AttemptOutcome>[] = [];
      for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
        const latest = attemptOnce();
        attempts.push(latest);
        void latest.then((outcome) => {
          if (outcome.kind !== 'retry') resolve(outcome);
        });
        const outcome = await Promise.race([latest, delayOrOnline(HEDGE_AFTER_MS)]);
        if (signal.aborted) return;
        if (!outcome) continue;
        if (outcome.kind !== 'retry') return;
        const usualMs = RETRY_DELAYS_MS[count];
        if (usualMs === undefined) break;
        const delayMs = outcome.retryAfterMs ?? usualMs;
        // An earlier attempt may still be accepted.
        if (performance.now() + delayMs >= deadlineMs) break;
        await delayOrOnline(delayMs);
        if (signal.aborted) return;
      }
      await Promise.all(attempts);
      refuse();
    };
    signal.addEventListener('abort', refuse);
    void startAttempts();
  });
}

async function post(
  { id, values, captchaResult }: Submission,
  { api, locale }: SendOptions,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  try {
    const response = await fetch(`${api.base}${MAIL_PATH}/${api.slug}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [IDEMPOTENCY_HEADER]: id,
        ...xsrfHeader(api.base, document.cookie),
      },
      body: JSON.stringify(toRequest(values, captchaResult, locale)),
      // The browser completes the request even if the visitor leaves the page.
      keepalive: true,
      // A redirect could lead to a page that responds with 200 to anything, which would look like
      // success.
      redirect: 'manual',
      signal,
    });
    if (response.ok) return { kind: 'accepted' };
    if (RETRYABLE_STATUSES.includes(response.status)) return readRetry(response);
    const challenge = await readHarderChallenge(response);
    return challenge ? { kind: 'harder', challenge } : { kind: 'refused' };
  } catch {
    return { kind: 'retry' };
  }
}

/** Retry-After in seconds; a date (RFC 9110) counts as absent. */
function readRetry({ headers }: Response): RetryOutcome {
  const seconds = Number.parseInt(headers.get('Retry-After') ?? '', 10);
  return { kind: 'retry', retryAfterMs: seconds >= 0 ? seconds * 1000 : undefined };
}

/** The challenge in a 'captcha-too-easy' response, if it is one. */
async function readHarderChallenge(response: Response): Promise<Challenge | undefined> {
  if (response.status !== 422) return undefined;
  // Another server's refusal may not be JSON.
  const { type, challenge }: Partial<Problem> = await response.json().catch(() => ({}));
  return type === '/problems/captcha-too-easy' ? (challenge as Challenge) : undefined;
}

/**
 * The header that prevents CSRF. Only a relative base gets it: no other origin may see the token
 * (section 7).
 */
export function xsrfHeader(apiBase: string, cookies: string): Record<string, string> {
  const isRelative = apiBase.startsWith('/') && !apiBase.startsWith('//');
  const start = `${XSRF_COOKIE}=`;
  const cookie = cookies.split('; ').find((pair) => pair.startsWith(start));
  if (!isRelative || !cookie) return {};
  return { [XSRF_HEADER]: cookie.slice(start.length) };
}

/** Resolves after a delay, or when the browser comes back online. */
function delayOrOnline(delayMs: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
    window.addEventListener('online', () => resolve(undefined), { once: true });
  });
}

const loadAltcha = retryableImport(() => import('../captcha/altcha.ts'));

/** Harder challenges are always ALTCHA. */
const solveInWorkers: Solve = async (challenge, signal) => {
  const { solveChallenge } = await loadAltcha();
  return solveChallenge(challenge, signal);
};
