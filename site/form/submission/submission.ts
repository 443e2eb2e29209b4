import { CAPTCHA_KEYS } from '../../../enquiry/fields.ts';

/** One enquiry, which may be sent several times. */
export interface Submission {
  /** Sent as `Idempotency-Key`. */
  id: string;
  /** The request body, identical in every try. */
  body: string;
}

/**
 * The submission that the server has not accepted yet, in session storage. After a reload while
 * pending, the same body is sent again under the same idempotency key. After a refusal, or if it is
 * too old to send, only the form is refilled.
 */
const STORAGE_KEY = 'pending-enquiry';

/** After this the captcha result in it has expired. */
const MAX_AGE_MS = 10 * 60_000;

/** A stored submission, and whether to send it again automatically. */
export interface KeptSubmission {
  submission: Submission;
  isPending: boolean;
}

/**
 * @param last the last submission, if not accepted. An identical enquiry reuses its id, because the
 *   server may have received it
 */
export function newSubmission(body: string, last?: Submission): Submission {
  const isSame = last !== undefined && withoutCaptcha(last.body) === withoutCaptcha(body);
  return { id: isSame ? last.id : crypto.randomUUID(), body };
}

function withoutCaptcha(body: string): string {
  const request: Record<string, unknown> = JSON.parse(body);
  for (const key of CAPTCHA_KEYS) delete request[key];
  return JSON.stringify(request);
}

/** Without session storage (blocked, private mode) only the recovery after a reload is lost. */
export function rememberSubmission(submission: Submission, nowMs: number): void {
  keep({ ...submission, sentAtMs: nowMs });
}

/** After this, a reload refills the form but sends nothing. */
export function rememberRefused(submission: Submission): void {
  keep(submission);
}

function keep(record: object) {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(record));
  } catch {}
}

export function forgetSubmission(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {}
}

/** The stored submission; pending while its captcha result is still valid. */
export function recallSubmission(nowMs: number): KeptSubmission | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
    if (typeof kept?.id !== 'string' || !isRequestBody(kept.body)) return undefined;
    const ageMs = nowMs - kept.sentAtMs;
    const isPending = ageMs >= 0 && ageMs < MAX_AGE_MS;
    return { submission: { id: kept.id, body: kept.body }, isPending };
  } catch {
    return undefined;
  }
}

function isRequestBody(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  const body: unknown = JSON.parse(text);
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
