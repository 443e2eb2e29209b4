/** What a captcha's result is worth. */
export type CaptchaVerdict =
  /** `nonce`: spent with the enquiry. `times`: work it took, in multiples of a visitor's usual work. */
  | { kind: 'passed'; nonce: string; expiresAtMs: number; times: number }
  /** Not solved, expired or not ours. */
  | { kind: 'refused' }
  /** The captcha's provider did not answer. */
  | { kind: 'unreachable'; reason: string };

export interface Captcha {
  /** Never rejects: what cannot be verified is refused or unreachable. */
  verify(result: string, nowMs: number): Promise<CaptchaVerdict>;
  /** Only where our own server makes challenges. `times`: in multiples of a visitor's usual work. */
  createChallenge?(nowMs: number, times: number): Promise<object>;
}
