import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge } from 'altcha-lib/types';
import { CHALLENGE_PATH } from '../../../enquiry/api-contract.ts';
import { withTimeout } from '../../browser/with-timeout.ts';
import workerUrl from './altcha-worker.ts?worker&url';
import type { CaptchaOptions } from './use-captcha.ts';

const CHALLENGE_TIMEOUT_MS = 10_000;
/** A result expires earlier than on the server, so that it is valid on arrival. */
const EXPIRY_MARGIN_MS = 20_000;
/** More workers do not help on phones, whose other cores are slow. */
const MAX_WORKERS = 4;
/** A challenge is valid this long. A single slow core may need a minute. */
const SOLVE_TIMEOUT_MS = 10 * 60_000;

/**
 * Solves ALTCHA's proof of work. ALTCHA's own widget would do the same, but adds 50 kB.
 *
 * @throws Error when there is no challenge, or it is not solved in time
 */
export async function startAltcha({ settings, signal, report }: CaptchaOptions): Promise<void> {
  const url = settings.api.base + CHALLENGE_PATH;
  const timeout = withTimeout(signal, CHALLENGE_TIMEOUT_MS);
  const response = await fetch(url, {
    cache: 'no-store',
    signal: timeout.signal,
  });
  if (!response.ok) throw new Error(`GET ${url} responded with ${response.status}`);
  const challenge: Challenge = await response.json();
  // The lifetime starts before solving, which may take long on a slow device.
  const expiresAtMs = Date.now() + lifetimeMs(challenge, response.headers);
  const result = await solveChallenge(challenge, signal);
  report({ kind: 'verified', result, expiresAtMs });
}

/**
 * The lifetime of a challenge by the server's clock, because a visitor's clock can be hours off.
 */
function lifetimeMs(challenge: Challenge, headers: Headers): number {
  const date = headers.get('Date');
  const serverNowMs = date ? Date.parse(date) : Date.now();
  const expiresAtS = challenge.parameters.expiresAt ?? 0;
  return expiresAtS * 1000 - serverNowMs - EXPIRY_MARGIN_MS;
}

/**
 * @returns base64 of the JSON that altcha-lib's `verifySolution` reads
 * @throws Error when aborted, or when the challenge is not solved in time
 */
export async function solveChallenge(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const cores = navigator.hardwareConcurrency || 2;
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MAX_WORKERS, cores),
    controller: withTimeout(signal, SOLVE_TIMEOUT_MS),
    createWorker: () => new Worker(trustedWorkerUrl(), { type: 'module' }),
    timeout: SOLVE_TIMEOUT_MS,
  });
  signal.throwIfAborted();
  if (!solution) throw new Error('The challenge was not solved in time');
  const { parameters, signature } = challenge;
  const result = { challenge: { parameters, signature }, solution };
  return btoa(JSON.stringify(result));
}

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

declare global {
  interface Window {
    /** Trusted Types (W3C), which TypeScript's DOM types lack. */
    trustedTypes?: {
      createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
    };
  }
}

let policy: ScriptUrlPolicy | undefined;

/** The CSP requires Trusted Types and allows one policy, of this name. */
function trustedWorkerUrl(): string {
  const rules = { createScriptURL: () => workerUrl };
  policy ??= window.trustedTypes?.createPolicy('captcha', rules);
  return policy?.createScriptURL(workerUrl) ?? workerUrl;
}
