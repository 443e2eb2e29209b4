import type { Submission } from '../../../enquiry/form-state.ts';

/**
 * The submission whose answer was not seen yet, kept for this tab alone. When the page is reloaded
 * while pending, the same bytes go out again under the same id, and the server answers as it did
 * the first time: one enquiry (decision 072).
 */
const STORAGE_KEY = 'pending-enquiry';

/** After this the captcha's result in it is no longer valid, in milliseconds (decisions, 'The API'). */
const MAX_AGE_MS = 10 * 60_000;

export function newSubmission(body: string): Submission {
  return { id: newSubmissionId(), body };
}

/**
 * A random UUID (RFC 9562, version 4). `crypto.randomUUID` exists on https and localhost only; a
 * site tried over plain http on a local network has just `getRandomValues`.
 */
export function newSubmissionId(source: Crypto = crypto): string {
  if (source.randomUUID) return source.randomUUID();
  const bytes = source.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A browser that keeps no storage (private mode, blocked) loses only the reload while pending. */
export function rememberPending(submission: Submission, nowMs: number): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...submission, submittedAtMs: nowMs }));
  } catch {}
}

export function forgetPending(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {}
}

/** The submission that a reload cut off, while its captcha result still counts. */
export function recallPending(nowMs: number): Submission | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
    if (typeof kept?.id !== 'string' || typeof kept.body !== 'string') return undefined;
    const ageMs = nowMs - kept.submittedAtMs;
    if (!(ageMs >= 0 && ageMs < MAX_AGE_MS)) return undefined;
    return { id: kept.id, body: kept.body };
  } catch {
    return undefined;
  }
}
