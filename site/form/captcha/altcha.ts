import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge, Solution } from 'altcha-lib/types';
import workerUrl from './altcha-worker.ts?worker&url';
import type { Captcha, CaptchaOptions, CaptchaState } from './captcha.ts';
import { trustedScriptUrl } from './trusted-script-url.ts';

const CHALLENGE_TIMEOUT_MS = 10_000;
/** A result that is about to expire would be refused on arrival. In milliseconds. */
const EXPIRY_MARGIN_MS = 20_000;
/** More makes no phone faster: the others are slow cores. */
const MAX_WORKERS = 4;
/** No challenge counts for longer (decisions, 'The API'); a single slow core may need a minute. */
const SOLVE_TIMEOUT_MS = 10 * 60_000;

/**
 * ALTCHA: our own server sets a puzzle that costs a computer about a second, and the visitor
 * nothing. Its solver alone, without its widget: that is 50 kB larger and brings styles of its own
 * (decision 073).
 */
export function startAltcha(options: CaptchaOptions): Captcha {
  let work = new AbortController();
  let expiryTimer: ReturnType<typeof setTimeout> | undefined;
  /** By the device's clock; undefined while there is no result. */
  let expiresAtMs: number | undefined;

  const run = async () => {
    work.abort();
    clearTimeout(expiryTimer);
    expiresAtMs = undefined;
    const mine = new AbortController();
    work = mine;
    const report = (state: CaptchaState) => {
      if (!mine.signal.aborted) options.onChange(state);
    };
    report({ kind: 'verifying' });
    try {
      const { challenge, lifetimeMs } = await fetchChallenge(options.apiBase, mine.signal);
      if (lifetimeMs === 0) throw new Error('The challenge was old when it came');
      // From here on, not from when it is solved: a slow or sleeping device solves an old challenge.
      const endMs = Date.now() + lifetimeMs;
      const result = await solve(challenge, mine);
      if (mine.signal.aborted) return;
      report({ kind: 'verified', result });
      expiresAtMs = endMs;
      expiryTimer = setTimeout(expire, endMs - Date.now());
      dropExpired();
    } catch (error) {
      if (mine.signal.aborted) return;
      console.warn('The captcha could not be solved:', error);
      report({ kind: 'failed' });
    }
  };
  function expire() {
    expiresAtMs = undefined;
    options.onChange({ kind: 'expired' });
  }
  function dropExpired() {
    if (expiresAtMs === undefined || Date.now() < expiresAtMs) return;
    clearTimeout(expiryTimer);
    expire();
  }
  void run();
  return {
    isSilent: true,
    restart: () => void run(),
    checkExpiry: dropExpired,
    stop() {
      work.abort();
      clearTimeout(expiryTimer);
      expiresAtMs = undefined;
    },
  };
}

/**
 * Solves a challenge of our own server and encodes what it takes for an answer.
 *
 * @throws Error when it was aborted, or not solved in time
 */
export async function solve(challenge: Challenge, controller: AbortController): Promise<string> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 2),
    controller,
    createWorker,
    timeout: SOLVE_TIMEOUT_MS,
  });
  if (!solution) throw new Error('The challenge was not solved in time');
  return encodeResult(challenge, solution);
}

async function fetchChallenge(
  apiBase: string,
  signal: AbortSignal,
): Promise<{ challenge: Challenge; lifetimeMs: number }> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal.addEventListener('abort', abort);
  const timer = setTimeout(abort, CHALLENGE_TIMEOUT_MS);
  try {
    const reply = await fetch(`${apiBase}/captcha/challenge`, {
      cache: 'no-store',
      signal: controller.signal,
    });
    if (!reply.ok) throw new Error(`GET ${apiBase}/captcha/challenge answered ${reply.status}`);
    const challenge = (await reply.json()) as Challenge;
    return { challenge, lifetimeMs: lifetimeMs(challenge, reply.headers.get('Date')) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** Counted by the server's clock where its answer tells it: visitors' clocks are off by hours. */
export function lifetimeMs(challenge: Challenge, serverDate: string | null): number {
  const { expiresAt } = challenge.parameters;
  if (expiresAt === undefined) return 600_000 - EXPIRY_MARGIN_MS;
  const serverNowMs = serverDate ? Date.parse(serverDate) : Date.now();
  return Math.max(0, expiresAt * 1000 - serverNowMs - EXPIRY_MARGIN_MS);
}

function createWorker(): Worker {
  return new Worker(trustedScriptUrl(workerUrl), { type: 'module' });
}

/** Base64 of the JSON that altcha-lib's `verifySolution` wants back. */
function encodeResult({ parameters, signature }: Challenge, solution: Solution): string {
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
}
