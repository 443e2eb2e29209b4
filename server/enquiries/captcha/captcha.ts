type CaptchaVerdict =
  /**
   * `nonce` is stored with the enquiry, so that the result cannot be used twice. `workFactor` is
   * the work of the challenge, as a multiple of the usual work.
   */
  | { kind: 'passed'; nonce: string; expiresAtMs: number; workFactor: number }
  | { kind: 'refused' }
  | { kind: 'unreachable'; reason: string };

export interface Captcha {
  /** This promise never rejects. */
  verify(result: string, nowMs: number): Promise<CaptchaVerdict>;
  /**
   * Creates a challenge; only ALTCHA needs one. `workFactor` is its work, as a multiple of the
   * usual work.
   */
  createChallenge?(nowMs: number, workFactor: number): Promise<object>;
}
