import type { FastifyReply } from 'fastify';
import {
  PROBLEM_CONTENT_TYPE,
  PROBLEMS,
  type Problem,
  type ProblemName,
} from '../../enquiry/replies.ts';

interface Details {
  detail?: string;
  /** The first wrong field of a 422. */
  field?: string;
  /** What to solve before the same enquiry is sent again. */
  challenge?: object;
  /** Why, for the log alone; never what a visitor typed. */
  reason?: string;
  retryAfterS?: number;
}

/** Thrown by a handler, answered by the server's error handler. */
export class ProblemError extends Error {
  readonly problem: ProblemName;
  readonly details: Details;

  constructor(problem: ProblemName, details: Details = {}) {
    super(problem);
    this.problem = problem;
    this.details = details;
  }
}

/** Wait suggested when the store or the captcha's provider cannot be reached, in seconds. */
export const RETRY_SOON_S = 10;

export function sendProblem(reply: FastifyReply, { problem, details }: ProblemError): FastifyReply {
  const { reason: _, retryAfterS, ...shown } = details;
  const body: Problem = { type: `/problems/${problem}`, ...PROBLEMS[problem], ...shown };
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
  return (
    reply
      .code(body.status)
      .header('content-type', PROBLEM_CONTENT_TYPE)
      .header('cache-control', 'no-store')
      // A Buffer: to a string Fastify would add a charset, which this type does not have.
      .send(Buffer.from(JSON.stringify(body)))
  );
}
