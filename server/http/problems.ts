import type { FastifyReply } from 'fastify';
import {
  PROBLEM_CONTENT_TYPE,
  PROBLEMS,
  type Problem,
  type ProblemName,
} from '../../enquiry/replies.ts';

export interface Refusal {
  problem: ProblemName;
  detail?: string;
  /** The first wrong field of a 422. */
  field?: string;
  /** What to solve before the same enquiry is sent again. */
  challenge?: object;
  /** Why, for the log alone; never what a visitor typed. */
  cause?: string;
  /** Seconds until another try makes sense; sent as `Retry-After`. */
  retryAfterS?: number;
}

/** Thrown on the way to a handler, answered by the app's error handler. */
export class RefusalError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.problem);
    this.refusal = refusal;
  }
}

/** Wait suggested when the store or the captcha's provider cannot be reached, in seconds. */
export const RETRY_SOON_S = 10;

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, title } = PROBLEMS[refusal.problem];
  const body: Problem = {
    type: `/problems/${refusal.problem}`,
    title,
    status,
    ...(refusal.detail !== undefined && { detail: refusal.detail }),
    ...(refusal.field !== undefined && { field: refusal.field }),
    ...(refusal.challenge !== undefined && { challenge: refusal.challenge }),
  };
  if (refusal.retryAfterS !== undefined) reply.header('retry-after', refusal.retryAfterS);
  return (
    reply
      .code(status)
      .header('content-type', PROBLEM_CONTENT_TYPE)
      .header('cache-control', 'no-store')
      // A Buffer: to a string Fastify would add a charset, which this type does not have.
      .send(Buffer.from(JSON.stringify(body)))
  );
}
