import type { FastifyReply } from 'fastify';
import { PROBLEM_CONTENT_TYPE, PROBLEMS, type Problem } from '../../enquiry/api-contract.ts';
import type { ProblemError } from '../enquiries/problems.ts';

export function sendProblem(reply: FastifyReply, error: ProblemError): FastifyReply {
  const { problem, details } = error;
  const { reason: _, retryAfterS, ...shown } = details;
  const body: Problem = { type: `/problems/${problem}`, ...PROBLEMS[problem], ...shown };
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
  reply.code(body.status);
  reply.header('content-type', PROBLEM_CONTENT_TYPE);
  reply.header('cache-control', 'no-store');
  // The body is a Buffer, because for a string Fastify would add a charset, which this type does
  // not allow.
  return reply.send(Buffer.from(JSON.stringify(body)));
}
