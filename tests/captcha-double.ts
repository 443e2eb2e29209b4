import type { CaptchaVerifier, PassedCaptcha } from '../server/enquiries/captcha/verifier.ts';

/** A captcha that decides as the test says. */
export const captchaThat = (verify: CaptchaVerifier['verify']): CaptchaVerifier => ({
  verify,
  createFurtherChallenge: () => Promise.reject(new Error('No test of this captcha asks for more.')),
});

/** Solved, as often as it is asked about, with more work than is ever asked. */
export const passed = (nonce: string, nowMs: number): PassedCaptcha => ({
  kind: 'passed',
  nonces: [nonce],
  expiresAtMs: nowMs + 60_000,
  times: 1000,
});
