import type { Challenge } from 'altcha-lib/types';
import { CAPTCHA_KEYS } from '../../../enquiry/fields.ts';
import {
  IDEMPOTENCY_HEADER,
  type Problem,
  XSRF_COOKIE,
  XSRF_HEADER,
} from '../../../enquiry/replies.ts';
import type { Submission } from './use-submission.ts';
import { withTimeout } from './with-timeout.ts';

/** Up to 3 tries within 20 s (interpretation, 'Sending twice'). */
const TOTAL_TIMEOUT_MS = 20_000;
/** If there is no response after this time, a second (hedged) request starts in parallel. */
const HEDGE_AFTER_MS = 8_000;
/**
 * Delay after each failed try, unless the server sends Retry-After. Long enough for a short tunnel,
 * or for a phone to switch from wifi to mobile data. After the last try there is none.
 */
const RETRY_DELAYS_MS = [1_000, 5_000, Number.POSITIVE_INFINITY];
/** Minimum time for the last try. */
const LAST_TRY_MS = 2_000;

/** Higher than our server ever needs; stops a loop with a misbehaving server. */
const MAX_CHALLENGES = 8;

/** Statuses after which a retry may succeed. */
const RETRYABLE_STATUSES = [429, 502, 503, 504];

/** Solves an ALTCHA challenge; rejects on failure or abort. */
type Solve = (challenge: Challenge, signal: AbortSignal) => Promise<string>;

type FinalAnswer =
  | { kind: 'accepted' | 'refused' }
  /** The server requires a harder captcha challenge. */
  | { kind: 'harder'; challenge: Challenge };

/** Result of one try. `retry`: the network failed, or the server asks for a retry. */
type Answer = FinalAnswer | { kind: 'retry'; retryAfterMs?: number | undefined };

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
): Promise<'accepted' | 'refused'> {
  let { body } = submission;
  for (let challenges = 0; challenges <= MAX_CHALLENGES; challenges += 1) {
    const request = { ...submission, body };
    const controller = withTimeout(signal, TOTAL_TIMEOUT_MS);
    const answer = await firstAnswer(
      () => post(request, api, controller.signal),
      controller.signal,
    );
    // Ends the other tries.
    controller.abort();
    if (answer.kind !== 'harder') return answer.kind;
    try {
      body = withCaptcha(body, await solve(answer.challenge, signal));
    } catch {
      break;
    }
  }
  return 'refused';
}

/**
 * Tries up to three times: after a failure, and in parallel if there is no response after 8 s. All
 * tries have the same idempotency key and body, so that they count as one enquiry.
 */
function firstAnswer(tryOnce: () => Promise<Answer>, signal: AbortSignal): Promise<FinalAnswer> {
  const deadlineMs = performance.now() + TOTAL_TIMEOUT_MS;
  return new Promise((resolve) => {
    const refuse = () => resolve({ kind: 'refused' });
    const startTries = async () => {
      const tries: Promise<Answer>[] = [];
      for (const usualDelayMs of RETRY_DELAYS_MS) {
        const latest = tryOnce();
        tries.push(latest);
        void latest.then((answer) => answer.kind !== 'retry' && resolve(answer));
        const answer = await Promise.race([latest, delayOrOnline(HEDGE_AFTER_MS)]);
        if (signal.aborted || (answer && answer.kind !== 'retry')) return;
        if (!answer) continue;
        const leftMs = deadlineMs - performance.now();
        const { retryAfterMs = Math.max(0, Math.min(usualDelayMs, leftMs - LAST_TRY_MS)) } = answer;
        if (retryAfterMs >= leftMs) return refuse();
        if (tries.length < RETRY_DELAYS_MS.length) await delayOrOnline(retryAfterMs);
        if (signal.aborted) return;
      }
      await Promise.all(tries);
      refuse();
    };
    signal.addEventListener('abort', refuse);
    void startTries();
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
    if (RETRYABLE_STATUSES.includes(reply.status)) {
      // In seconds; the other form of RFC 9110, a date, counts as absent.
      const retryAfterS = Number.parseInt(reply.headers.get('Retry-After') ?? '', 10);
      return { kind: 'retry', retryAfterMs: retryAfterS >= 0 ? retryAfterS * 1000 : undefined };
    }
    const challenge = await readHarderChallenge(reply);
    return challenge ? { kind: 'harder', challenge } : { kind: 'refused' };
  } catch {
    return { kind: 'retry' };
  }
}

/** The challenge in a 'captcha-too-easy' response, if it is one. */
async function readHarderChallenge(reply: Response): Promise<Challenge | undefined> {
  if (reply.status !== 422) return undefined;
  // Another server's refusal may not be JSON.
  const { type, challenge }: Partial<Problem> = await reply.json().catch(() => ({}));
  return type === '/problems/captcha-too-easy' ? (challenge as Challenge) : undefined;
}

function withCaptcha(body: string, result: string): string {
  const results = CAPTCHA_KEYS.map((key) => [key, result]);
  return JSON.stringify({ ...JSON.parse(body), ...Object.fromEntries(results) });
}

/** Only for a relative base: the token must not be sent to another origin (section 7). */
export function xsrfHeader(apiBase: string, cookies: string): Record<string, string> {
  const isRelative = /^\/(?!\/)/.test(apiBase);
  const cookie = cookies.split('; ').find((pair) => pair.startsWith(`${XSRF_COOKIE}=`));
  return isRelative && cookie ? { [XSRF_HEADER]: cookie.slice(XSRF_COOKIE.length + 1) } : {};
}

/** Resolves after a delay, or when the browser comes back online. */
function delayOrOnline(delayMs: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
    window.addEventListener('online', () => resolve(undefined), { once: true });
  });
}

/** Harder challenges are always ALTCHA, also on a site with another provider. */
const solveInWorkers: Solve = async (challenge, signal) => {
  const { solveChallenge } = await import('../captcha/altcha.ts');
  return solveChallenge(challenge, signal);
};
