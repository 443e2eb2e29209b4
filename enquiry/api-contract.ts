/*
 * The contract between browser and server, apart from the form's fields: paths, headers, the
 * cookie, and the API's responses (specification, section 7; interpretation, 'The API').
 */

/** The base of the API on our own server; the content may name another server (`api.base`). */
export const API_BASE = '/api';

/** Whether a path, given without its query, belongs to the API. */
export const isApiPath = (path: string) => path === API_BASE || path.startsWith(`${API_BASE}/`);

/** The path below {@link API_BASE} that tells whether an enquiry can be stored now. */
export const STATUS_PATH = '/status';

/** The path below {@link API_BASE} that returns a new ALTCHA challenge. */
export const CHALLENGE_PATH = '/captcha/challenge';

/** The path below {@link API_BASE} that takes an enquiry; the company's slug follows it. */
export const MAIL_PATH = '/mail';

/** Body of a healthy `GET /api/status`, as plain text. */
export const STATUS_OK = 'status ok';

/** Errors are `application/problem+json` (RFC 9457). */
export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

/** Header of `GET /api/status` with the id of the release being served. */
export const RELEASE_HEADER = 'X-Release';

/** The problems that the API can report, each under a stable name. */
export const PROBLEMS = {
  malformed: { status: 400, title: 'The request is malformed' },
  forged: { status: 403, title: 'The call did not come from this site' },
  'unknown-address': { status: 404, title: 'There is nothing at this address' },
  'wrong-method': { status: 405, title: 'This address does not take that method' },
  'other-body': { status: 409, title: 'This idempotency key was used with another body' },
  'too-large': { status: 413, title: 'The body is larger than 32 KiB' },
  'not-json': { status: 415, title: 'The body must be application/json' },
  'invalid-field': { status: 422, title: 'A field is wrong' },
  'captcha-refused': { status: 422, title: 'The captcha was not accepted' },
  'captcha-too-easy': { status: 422, title: 'The captcha must be harder now' },
  'too-many': { status: 429, title: 'Too many calls; wait a while' },
  'cannot-store': { status: 503, title: 'The enquiry cannot be stored now' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemName = keyof typeof PROBLEMS;

/** RFC 9457 problem details. `field` names the first wrong field of a 422. */
export interface Problem {
  type: `/problems/${ProblemName}`;
  title: string;
  status: number;
  detail?: string;
  field?: string;
  /**
   * With 'captcha-too-easy': the harder challenge to solve before sending the same enquiry again.
   */
  challenge?: object;
}

/** Requests with the same key count as one enquiry. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** A random UUID (RFC 9562) in lower case. */
export const IDEMPOTENCY_KEY_PATTERN = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The cookie and header against CSRF (specification, section 7). */
export const XSRF_COOKIE = 'XSRF-TOKEN';
export const XSRF_HEADER = 'X-XSRF-TOKEN';
