import type { FastifyReply } from 'fastify';
import {
  PROBLEM_CONTENT_TYPE,
  PROBLEMS,
  type Problem,
  type ProblemName,
} from '../../enquiry/api-contract.ts';

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

export function sendProblem(reply: FastifyReply, error: ProblemError): FastifyReply {
  const { problem, details } = error;
  const { reason: _, retryAfterS, ...shown } = details;
  const body: Problem = { type: `/problems/${problem}`, ...PROBLEMS[problem], ...shown };
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
  reply.code(body.status);
  reply.header('content-type', PROBLEM_CONTENT_TYPE);
  reply.header('cache-control', 'no-store');
  // A Buffer, because for a string Fastify would add a charset, which this type does not allow.
  return reply.send(Buffer.from(JSON.stringify(body)));
}
