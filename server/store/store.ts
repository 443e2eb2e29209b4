import type { Enquiry } from '../../enquiry/enquiry.ts';

/** A mail that is owed: everything needed to send it later, and to send it again unchanged. */
export interface OutgoingMail {
  kind: 'company' | 'confirmation';
  /** Repeated unchanged on every try, so that a second delivery can be recognised. */
  messageId: string;
  from: MailAddress;
  to: MailAddress;
  replyTo?: MailAddress;
  subject: string;
  text: string;
  html: string;
  /** RFC 3834, on the confirmation. */
  autoSubmitted?: 'auto-replied';
}

export interface MailAddress {
  name: string;
  address: string;
}

/** What one accepted submission commits, all of it or nothing. */
export interface NewEnquiry {
  slug: string;
  enquiry: Enquiry;
  /** The browser's id for this submission; a repeat with the same body is the same enquiry. */
  submissionId?: string;
  /** SHA-256 of the request body in hex, to tell a repeat from another body under the same id. */
  bodyHash: string;
  /** Unique part of a captcha that may be spent once; absent where the provider spends it. */
  captchaNonce?: string;
  /** When the captcha can be forgotten, in milliseconds since the epoch. */
  captchaExpiresAtMs?: number;
  receivedAtMs: number;
  mails: OutgoingMail[];
}

export type AcceptResult =
  /** Committed; on disk when the promise resolves. */
  | { kind: 'stored'; enquiryId: string }
  /** The same submission came before: same answer, nothing written. */
  | { kind: 'repeated'; enquiryId: string }
  /** The submission id was used with another body. */
  | { kind: 'other-body' }
  | { kind: 'captcha-spent' };

/** A mail a worker holds. `fencingToken` must come with every later write about it. */
export interface ClaimedMail {
  mailId: string;
  fencingToken: number;
  /** Tries before this one. */
  failedTries: number;
  queuedAtMs: number;
  mail: OutgoingMail;
}

/** False: the lease ran out and another worker holds the mail now; nothing was written. */
export type StillHeld = boolean;

export interface OutboxCounts {
  queued: number;
  sending: number;
  delivered: number;
  failed: number;
}

/**
 * Where enquiries and the mails they owe are kept. Implemented on SQLite (`sqlite-store.ts`) and
 * PostgreSQL (`postgres-store.ts`); one conformance suite runs on both.
 *
 * Every method rejects when the database cannot do it now; none leaves half a write behind.
 */
export interface Store {
  /** Rejects when an enquiry could not be committed now (for `GET /api/status`). */
  checkWritable(): Promise<void>;
  /** Stores enquiry, mails and spent captcha in one transaction. */
  acceptEnquiry(enquiry: NewEnquiry): Promise<AcceptResult>;
  /** Answer for a submission id seen before, without touching the captcha. */
  findSubmission(
    submissionId: string,
  ): Promise<{ enquiryId: string; bodyHash: string } | undefined>;
  /** Takes the next due mail, or one whose lease ran out, in one statement. */
  claimNextMail(nowMs: number, leaseMs: number): Promise<ClaimedMail | undefined>;
  markDelivered(claim: ClaimedMail, nowMs: number): Promise<StillHeld>;
  markFailed(claim: ClaimedMail, nowMs: number, reason: string): Promise<StillHeld>;
  retryAt(claim: ClaimedMail, dueAtMs: number, reason: string): Promise<StillHeld>;
  /** Gives a mail back as if it had not been claimed; the try does not count. */
  release(claim: ClaimedMail, dueAtMs: number): Promise<StillHeld>;
  /** Puts failed mails back in the queue; returns how many. */
  requeueFailed(nowMs: number): Promise<number>;
  /** When the next mail is due, in milliseconds since the epoch; undefined when nothing waits. */
  nextDueAtMs(): Promise<number | undefined>;
  countMails(): Promise<OutboxCounts>;
  /** Forgets spent captchas and submission ids that can no longer come back. */
  forgetExpired(nowMs: number): Promise<void>;
  close(): Promise<void>;
}
