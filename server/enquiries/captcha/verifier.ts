/** What became of a captcha's result. */
export type CaptchaVerdict =
  /** Solved. The enquiry that is stored spends `nonce`, so that no second one can use it. */
  | { kind: 'passed'; nonce: string; expiresAtMs: number }
  /** Not solved, too old, used before, or not ours. */
  | { kind: 'refused' }
  /** Whoever has to be asked did not answer: nobody knows. */
  | { kind: 'unreachable'; cause: string };

export interface CaptchaVerifier {
  /** Never rejects: what cannot be verified is refused or unreachable. */
  verify(result: string, nowMs: number): Promise<CaptchaVerdict>;
  /** A challenge for the browser; only where our own server makes them. */
  createChallenge?(nowMs: number): Promise<object>;
}
