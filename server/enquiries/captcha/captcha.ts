/** Result of verifying a captcha. */
export type CaptchaVerdict =
  /** `nonce`: spent with the enquiry. `times`: work it took, in multiples of a visitor's usual work. */
  | { kind: 'passed'; nonce: string; expiresAtMs: number; times: number }
  /** Not solved, expired or foreign. */
  | { kind: 'refused' }
  /** The provider did not respond. */
  | { kind: 'unreachable'; reason: string };

export interface Captcha {
  /** Never rejects. */
  verify(result: string, nowMs: number): Promise<CaptchaVerdict>;
  /** Only for ALTCHA. `times`: in multiples of a visitor's usual work. */
  createChallenge?(nowMs: number, times: number): Promise<object>;
}
