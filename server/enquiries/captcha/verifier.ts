/** What became of a captcha's result. */
export type CaptchaVerdict =
  | PassedCaptcha
  /** Not solved, too old, used before, or not ours. */
  | { kind: 'refused' }
  /** Whoever has to be asked did not answer: nobody knows. */
  | { kind: 'unreachable'; cause: string };

/** Solved. The enquiry that is stored spends all of `nonces`, so that no second one can use them. */
export interface PassedCaptcha {
  kind: 'passed';
  nonces: string[];
  expiresAtMs: number;
  /** How many times a visitor's usual work it took. */
  times: number;
}

export interface CaptchaVerifier {
  /** Never rejects: what cannot be verified is refused or unreachable. */
  verify(result: string, nowMs: number): Promise<CaptchaVerdict>;
  /**
   * A challenge for the browser; only where our own server makes them.
   *
   * @param times how many times a visitor's usual work it asks
   */
  createChallenge?(nowMs: number, times: number): Promise<object>;
  /**
   * A challenge for who has passed with less than is asked now. It asks for what is missing: its
   * solution counts together with what was done before.
   *
   * @param times how many times a visitor's usual work both have to bring; more than `passed` has
   */
  createFurtherChallenge(nowMs: number, times: number, passed: PassedCaptcha): Promise<object>;
}
