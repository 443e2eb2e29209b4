import type { Captcha } from '../server/enquiries/captcha/captcha.ts';

/** A captcha that decides as the test says. */
export const captchaThat = (verify: Captcha['verify']): Captcha => ({ verify });

/** Solved, as often as it is asked about. */
export const passed = (nonce: string, nowMs: number) =>
  ({ kind: 'passed', nonce, expiresAtMs: nowMs + 60_000, times: Infinity }) as const;
