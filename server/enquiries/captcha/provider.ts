import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { createAltchaVerifier } from './altcha.ts';
import type { CaptchaVerdict, CaptchaVerifier } from './verifier.ts';

export type CaptchaProvider = 'recaptcha' | 'hcaptcha' | 'turnstile';

/** Where each provider answers, from its documentation. */
const VERIFY_URL: Record<CaptchaProvider, string> = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
};

const ANSWER_WITHIN_MS = 3000;
/** An honest answer is a few hundred bytes. */
const LONGEST_ANSWER = 16 * 1024;
/** No provider's result lives longer (reCAPTCHA and hCaptcha 2 minutes, Turnstile 5). */
const SPENT_FOR_MS = 10 * 60_000;
/** A repeat of an enquiry that could not be stored brings a result its provider has spent. */
const REMEMBER_MS = 2 * 60_000;
const REMEMBER_AT_MOST = 1000;

/** Codes that all three providers document for what no visitor can mend. */
const OUR_FAULT = /^(?:missing|invalid)-input-secret$|^internal-error$/;

const answerSchema = v.object({
  success: v.boolean(),
  hostname: v.optional(v.string()),
  'error-codes': v.optional(v.nullable(v.array(v.string()))),
});

/**
 * reCAPTCHA v2, hCaptcha or Turnstile. All three take the same form and answer the same JSON.
 *
 * Fails closed: no answer, a late one or one that makes no sense lets nobody through.
 *
 * A widget knows no harder and easier: where more is asked, a challenge of our own follows it. Its
 * solution names the widget's result that came before, so that the provider is not asked again.
 *
 * @param options.hostnames hosts the site is served at; a result solved elsewhere is refused
 * @param options.verifyUrl for tests: a double that speaks the protocol
 */
export function createProviderVerifier(options: {
  provider: CaptchaProvider;
  secret: string;
  hostnames: ReadonlySet<string>;
  verifyUrl?: string;
  answerWithinMs?: number;
}): CaptchaVerifier {
  const url = options.verifyUrl ?? VERIFY_URL[options.provider];
  const passedUntilMs = new Map<string, number>();
  const altcha = createAltchaVerifier(options.secret);

  return {
    createFurtherChallenge: altcha.createFurtherChallenge,

    async verify(result, nowMs) {
      // Ours in this place all stand behind a result that the provider took.
      const further = await altcha.verify(result, nowMs);
      if (further.kind === 'passed') return further;

      const nonce = createHash('sha256').update(result).digest('hex');
      const passed: CaptchaVerdict = {
        kind: 'passed',
        nonces: [nonce],
        expiresAtMs: nowMs + SPENT_FOR_MS,
        times: 1,
      };
      if ((passedUntilMs.get(nonce) ?? 0) > nowMs) return passed;

      const answer = await ask(url, { secret: options.secret, response: result }, options);
      if (answer === undefined) {
        return { kind: 'unreachable', cause: `${options.provider} does not answer` };
      }
      // Our own secret being wrong is our fault, not the visitor's: a retry may find it mended.
      const codes = answer['error-codes'] ?? [];
      const fault = codes.find((code) => OUR_FAULT.test(code));
      if (fault) return { kind: 'unreachable', cause: `${options.provider} answers ${fault}` };
      if (!answer.success || !options.hostnames.has(answer.hostname ?? ''))
        return { kind: 'refused' };

      const oldest = passedUntilMs.keys().next().value;
      if (passedUntilMs.size >= REMEMBER_AT_MOST && oldest) passedUntilMs.delete(oldest);
      passedUntilMs.set(nonce, nowMs + REMEMBER_MS);
      return passed;
    },
  };
}

async function ask(
  url: string,
  form: Record<string, string>,
  { answerWithinMs = ANSWER_WITHIN_MS }: { answerWithinMs?: number },
): Promise<v.InferOutput<typeof answerSchema> | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    });
    if (!response.ok || response.body === null) return undefined;
    let text = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.length > LONGEST_ANSWER) return undefined;
    }
    const answer = v.safeParse(answerSchema, JSON.parse(text));
    return answer.success ? answer.output : undefined;
  } catch {
    return undefined;
  }
}
