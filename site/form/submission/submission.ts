import { CAPTCHA_KEYS } from '../../../enquiry/fields.ts';

/** One submission is one enquiry, however often it is sent. */
export interface Submission {
  /** Sent as `Idempotency-Key`. */
  id: string;
  /** The request's body, the same bytes on every try. */
  body: string;
}

/**
 * The submission that the server has not accepted, kept for this tab alone. When the page is reloaded
 * while pending, the same bytes go out again under the same id, and the server answers as it did
 * the first time: one enquiry. After a refusal, or when it is too old to send, the form gets back
 * what was typed.
 */
const STORAGE_KEY = 'pending-enquiry';

/** After this the captcha's result in it is no longer valid, in milliseconds. */
const MAX_AGE_MS = 10 * 60_000;

/** A kept submission, and whether it may go out again unasked. */
export interface KeptSubmission {
  submission: Submission;
  isPending: boolean;
}

/**
 * @param last the submission before, as long as the server has not accepted it: the same enquiry goes out
 *   under the same id, whatever the captcha's result, because it may have arrived unseen
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

/** A browser that keeps no storage (private mode, blocked) loses only what a reload would bring back. */
export function rememberSubmission(submission: Submission, nowMs: number): void {
  keep({ ...submission, sentAtMs: nowMs });
}

/** From here on a reload brings back what was typed, and sends nothing by itself. */
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

/** What a reload cut off; pending while its captcha result still counts. */
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
