import { expect } from 'vitest';
import { PROBLEMS, type ProblemName } from '../../../enquiry/api-contract.ts';
import type { TestSite } from '../servers/test-site.ts';

/** An enquiry with its required fields, without the captcha. */
export const ENQUIRY = {
  email: 'zoe@example.org',
  name: "IJsbrandt-D'Hondt",
  message: 'Dag!',
};

/** {@link ENQUIRY} with a solved captcha, and other fields where given. */
export async function bodyOf(
  site: TestSite,
  fields: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const token = await site.solveCaptcha();
  return { ...ENQUIRY, token, recaptcha: token, ...fields };
}

export interface ApiCall {
  headers?: Record<string, string>;
  slug?: string;
}

/** Posts an enquiry as the form does. A text or bytes are sent unchanged. */
export function postTo(
  site: TestSite,
  payload: unknown,
  { headers = {}, slug = 'maanzaad' }: ApiCall = {},
) {
  return site.app.inject({
    method: 'POST',
    url: `/api/mail/${slug}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload:
      typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
  });
}

type ApiResponse = Awaited<ReturnType<typeof postTo>>;

/** The statuses of the specification. */
const STATUSES: Record<ProblemName, number> = {
  malformed: 400,
  forged: 403,
  'unknown-address': 404,
  'wrong-method': 405,
  'other-body': 409,
  'too-large': 413,
  'not-json': 415,
  'invalid-field': 422,
  'captcha-refused': 422,
  'captcha-too-easy': 422,
  'too-many': 429,
  'cannot-store': 503,
};

export function expectProblem(response: ApiResponse, name: ProblemName, more: object = {}): void {
  const { title } = PROBLEMS[name];
  const status = STATUSES[name];
  const problem = { type: `/problems/${name}`, title, status, ...more };
  expect(response.json()).toMatchObject(problem);
  expect(response.statusCode).toBe(status);
  expect(response.headers['content-type']).toBe('application/problem+json');
  expect(response.headers['cache-control']).toBe('no-store');
}
