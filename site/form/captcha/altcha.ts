import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge, Solution } from 'altcha-lib/types';
import { withTimeout } from '../submission/with-timeout.ts';
import workerUrl from './altcha-worker.ts?worker&url';
import type { Captcha, CaptchaOptions, CaptchaState } from './captcha.ts';
import { trustedScriptUrl } from './trusted-script-url.ts';

const CHALLENGE_TIMEOUT_MS = 10_000;
/** A result expires this much earlier than on the server, so that it is still valid on arrival. */
const EXPIRY_MARGIN_MS = 20_000;
/** More workers do not help on phones, whose other cores are slow. */
const MAX_WORKERS = 4;
/** How long a challenge is valid (interpretation, 'The API'); a single slow core may need a minute. */
const CHALLENGE_LIFETIME_MS = 10 * 60_000;

/**
 * Proof of work from our own server, about a second of computing. Uses ALTCHA's solver without its
 * widget, which is 50 kB larger and has its own styles.
 */
export function startAltcha(options: CaptchaOptions): Captcha {
  let work = new AbortController();
  let expiryTimer: ReturnType<typeof setTimeout> | undefined;
  /** On the device's clock; undefined while there is no result. */
  let expiresAtMs: number | undefined;

  const stop = () => {
    work.abort();
    clearTimeout(expiryTimer);
    expiresAtMs = undefined;
  };
  const run = async () => {
    stop();
    work = new AbortController();
    const { signal } = work;
    const report = (state: CaptchaState) => {
      if (!signal.aborted) options.onChange(state);
    };
    report({ kind: 'verifying' });
    try {
      const { challenge, lifetimeMs } = await fetchChallenge(options.apiBase, signal);
      if (lifetimeMs === 0) throw new Error('The challenge was old when it came');
      // Counted from the fetch, not from the solution: a slow or sleeping device may solve an old
      // challenge.
      const endMs = Date.now() + lifetimeMs;
      const result = await solveChallenge(challenge, signal);
      report({ kind: 'verified', result });
      if (signal.aborted) return;
      expiresAtMs = endMs;
      expiryTimer = setTimeout(expire, endMs - Date.now());
      checkExpiry();
    } catch (error) {
      if (!signal.aborted) console.warn('The captcha could not be solved:', error);
      report({ kind: 'failed' });
    }
  };
  function expire() {
    expiresAtMs = undefined;
    options.onChange({ kind: 'expired' });
  }
  function checkExpiry() {
    if (expiresAtMs === undefined || Date.now() < expiresAtMs) return;
    clearTimeout(expiryTimer);
    expire();
  }
  void run();
  return { isSilent: true, restart: () => void run(), checkExpiry, stop };
}

/**
 * Solves a challenge of our own server.
 *
 * @returns base64 of the JSON that altcha-lib's `verifySolution` reads
 * @throws Error when aborted, or not solved in time
 */
export async function solveChallenge(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const solution = await withTimeout(signal, CHALLENGE_LIFETIME_MS, (controller) => {
    controller.signal.throwIfAborted();
    return solveChallengeWorkers({
      challenge,
      concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 2),
      controller,
      createWorker: () => new Worker(trustedScriptUrl(workerUrl), { type: 'module' }),
      timeout: CHALLENGE_LIFETIME_MS,
    });
  });
  if (!solution) throw new Error('The challenge was not solved in time');
  return encodeResult(challenge, solution);
}

function fetchChallenge(
  apiBase: string,
  outer: AbortSignal,
): Promise<{ challenge: Challenge; lifetimeMs: number }> {
  return withTimeout(outer, CHALLENGE_TIMEOUT_MS, async ({ signal }) => {
    const reply = await fetch(`${apiBase}/captcha/challenge`, { cache: 'no-store', signal });
    if (!reply.ok) throw new Error(`GET ${apiBase}/captcha/challenge answered ${reply.status}`);
    const challenge: Challenge = await reply.json();
    return { challenge, lifetimeMs: lifetimeMs(challenge, reply.headers.get('Date')) };
  });
}

/**
 * Uses the server's clock if the response has a date, because visitors' clocks can be hours off.
 */
function lifetimeMs({ parameters }: Challenge, serverDate: string | null): number {
  const { expiresAt } = parameters;
  if (expiresAt === undefined) return CHALLENGE_LIFETIME_MS - EXPIRY_MARGIN_MS;
  const serverNowMs = serverDate ? Date.parse(serverDate) : Date.now();
  return Math.max(0, expiresAt * 1000 - serverNowMs - EXPIRY_MARGIN_MS);
}

function encodeResult({ parameters, signature }: Challenge, solution: Solution): string {
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
}
