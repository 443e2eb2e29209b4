import type { ProblemName } from '../../enquiry/api-contract.ts';

interface Details {
  detail?: string;
  /** The first wrong field of a 422. */
  field?: string;
  /** The challenge to be solved before the same enquiry is sent again. */
  challenge?: object;
  /** The reason is for the log only, and never contains a visitor's input. */
  reason?: string;
  retryAfterS?: number;
}

/** A handler throws this error, and the server's error handler turns it into a response. */
export class ProblemError extends Error {
  readonly problem: ProblemName;
  readonly details: Details;

  constructor(problem: ProblemName, details: Details = {}) {
    super(problem);
    this.problem = problem;
    this.details = details;
  }
}

/** The Retry-After when the store or the captcha provider is unavailable. */
export const RETRY_SOON_S = 10;
