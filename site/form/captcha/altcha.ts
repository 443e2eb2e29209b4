import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge } from 'altcha-lib/types';
import { withTimeout } from '../submission/with-timeout.ts';
import workerUrl from './altcha-worker.ts?worker&url';
import type { CaptchaOptions } from './use-captcha.ts';

const CHALLENGE_TIMEOUT_MS = 10_000;
/** A result expires this much earlier than on the server, so that it is still valid on arrival. */
const EXPIRY_MARGIN_MS = 20_000;
/** More workers do not help on phones, whose other cores are slow. */
const MAX_WORKERS = 4;
/** How long a challenge is valid (interpretation, 'The API'); a single slow core may need a minute. */
const SOLVE_TIMEOUT_MS = 10 * 60_000;

/**
 * Proof of work from our own server, about a second of computing. Uses ALTCHA's solver without its
 * widget, which is 50 kB larger and has its own styles.
 *
 * @throws Error when there is no challenge, or it is not solved in time
 */
export async function startAltcha({ apiBase, signal, report }: CaptchaOptions): Promise<void> {
  const reply = await fetch(`${apiBase}/captcha/challenge`, {
    cache: 'no-store',
    signal: withTimeout(signal, CHALLENGE_TIMEOUT_MS).signal,
  });
  if (!reply.ok) throw new Error(`GET ${apiBase}/captcha/challenge answered ${reply.status}`);
  const challenge: Challenge = await reply.json();
  // Counted from here, not from the solution: a slow or sleeping device may solve an old challenge.
  const expiresAtMs = Date.now() + lifetimeMs(challenge, reply.headers.get('Date'));
  report({ kind: 'verified', result: await solveChallenge(challenge, signal), expiresAtMs });
}

/** Uses the server's clock if the response has a date, because visitors' clocks can be hours off. */
function lifetimeMs({ parameters }: Challenge, serverDate: string | null): number {
  const serverNowMs = serverDate ? Date.parse(serverDate) : Date.now();
  return (parameters.expiresAt ?? 0) * 1000 - serverNowMs - EXPIRY_MARGIN_MS;
}

/**
 * Solves a challenge of our own server.
 *
 * @returns base64 of the JSON that altcha-lib's `verifySolution` reads
 * @throws Error when aborted, or not solved in time
 */
export async function solveChallenge(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 2),
    controller: withTimeout(signal, SOLVE_TIMEOUT_MS),
    createWorker: () => new Worker(trustedWorkerUrl(), { type: 'module' }),
    timeout: SOLVE_TIMEOUT_MS,
  });
  signal.throwIfAborted();
  if (!solution) throw new Error('The challenge was not solved in time');
  const { parameters, signature } = challenge;
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
}

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

declare global {
  interface Window {
    /** The used part of Trusted Types (W3C), which TypeScript's DOM types lack. */
    trustedTypes?: { createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy };
  }
}

let policy: ScriptUrlPolicy | undefined;

/** The CSP requires Trusted Types and allows one policy, of this name; it allows one address. */
function trustedWorkerUrl(): string {
  policy ??= window.trustedTypes?.createPolicy('captcha', { createScriptURL: () => workerUrl });
  return policy?.createScriptURL(workerUrl) ?? workerUrl;
}
