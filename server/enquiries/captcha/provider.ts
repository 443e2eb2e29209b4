import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { ReleaseManifest } from '../../../release/manifest.ts';
import type { Captcha } from './captcha.ts';

export type CaptchaProvider = Exclude<ReleaseManifest['captcha']['provider'], 'altcha'>;

/** The addresses are those of each provider's documentation. */
const VERIFY_URL: Record<CaptchaProvider, string> = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
};

const RESPONSE_TIMEOUT_MS = 3000;
/**
 * How long a spent result is remembered. No provider's result is valid longer (reCAPTCHA and
 * hCaptcha 2 minutes, Turnstile 5).
 */
const SPENT_FOR_MS = 10 * 60_000;
/**
 * How long a valid result is remembered. When storing an enquiry fails, its retry carries the same
 * result, which the provider would refuse as spent.
 */
const REMEMBER_MS = 2 * 60_000;

/** Error codes for a wrong secret, and Turnstile's for a fault of its own. */
const NOT_THE_VISITORS_FAULT = /^(?:missing|invalid)-input-secret$|^internal-error$/;

const responseSchema = v.object({
  success: v.boolean(),
  hostname: v.optional(v.string()),
  'error-codes': v.optional(v.nullable(v.array(v.string()))),
});

/**
 * Checks results of reCAPTCHA v2, hCaptcha or Turnstile, which share one API. It fails closed:
 * without a valid response in time, no result counts as verified.
 *
 * @param options.hostnames hosts the site is served at; a result solved elsewhere is refused
 * @param options.verifyUrl a stand-in for the provider, for tests
 */
export function createProviderCaptcha(options: {
  provider: CaptchaProvider;
  secret: string;
  hostnames: ReadonlySet<string>;
  verifyUrl?: string;
  timeoutMs?: number;
}): Captcha {
  const { provider, secret, hostnames } = options;
  const { verifyUrl = VERIFY_URL[provider], timeoutMs = RESPONSE_TIMEOUT_MS } = options;
  const recentlyPassed = new LRUCache<string, true>({ max: 1000, ttl: REMEMBER_MS });
  return {
    async verify(result, nowMs) {
      const nonce = createHash('sha256').update(result).digest('hex');
      const expiresAtMs = nowMs + SPENT_FOR_MS;
      const passed = { kind: 'passed', nonce, expiresAtMs, workFactor: Infinity } as const;
      if (recentlyPassed.has(nonce)) return passed;
      const response = await askProvider(verifyUrl, { secret, response: result }, timeoutMs);
      if (!response) return { kind: 'unreachable', reason: `${provider} gave no usable response` };
      const fault = response['error-codes']?.find((code) => NOT_THE_VISITORS_FAULT.test(code));
      if (fault) return { kind: 'unreachable', reason: `${provider} responded with ${fault}` };
      const isOurs = hostnames.has(response.hostname ?? '');
      if (!response.success || !isOurs) return { kind: 'refused' };
      recentlyPassed.set(nonce, true);
      return passed;
    },
  };
}

async function askProvider(
  url: string,
  form: Record<string, string>,
  timeoutMs: number,
): Promise<v.InferOutput<typeof responseSchema> | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok ? v.parse(responseSchema, await response.json()) : undefined;
  } catch {
    return undefined;
  }
}
