import type { Pool } from 'pg';
import type { Enquiry } from '../../enquiry/enquiry.ts';

/**
 * A mail that is owed: all of it that stays the same however late and however often it is sent. The
 * site's own addresses do not belong to it (`outbox/site-addresses.ts`). Rows of releases before
 * decision 026 hold them too, and nobody reads those.
 */
export type OutgoingMail = CompanyMail | ConfirmationMail;

/** Brings the enquiry to the caterer. */
export interface CompanyMail extends MailContent {
  kind: 'company';
  /** The visitor. */
  replyTo: MailAddress;
}

/** Tells the visitor that the enquiry arrived. */
export interface ConfirmationMail extends MailContent {
  kind: 'confirmation';
  /** The visitor. */
  to: MailAddress;
  /** RFC 3834. */
  autoSubmitted: 'auto-replied';
}

export interface MailContent {
  /** With angle brackets. Repeated on every try, so that a second delivery can be recognised. */
  messageId: string;
  /** The `Date` header, in milliseconds since the epoch; repeated on every try. */
  dateMs: number;
  subject: string;
  text: string;
  html: string;
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
  /** SHA-256 of what was sent but the captcha's result, in hex: tells a repeat from another body. */
  bodyHash: string;
  /** Unique part of a captcha that may be spent once; absent where none was asked for. */
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

/** How long a delivered enquiry is kept before it is erased, in milliseconds: 30 days. */
export const KEEP_DELIVERED_MS = 30 * 24 * 3_600_000;

/**
 * How long a spent captcha is remembered after it expired, in milliseconds: two days. A clock that
 * was set a day ahead and back must not make it good a second time.
 */
export const KEEP_SPENT_MS = 2 * 24 * 3_600_000;

/**
 * How far the clocks of two processes on one database may differ, in milliseconds. A mail whose
 * state began further in the future than this shows that a clock was set back, and is taken at
 * once rather than left waiting until that future comes.
 */
export const CLOCK_SKEW_MS = 60_000;

/** How `reason` begins when a try reached no mail server; the store finds those mails by it. */
export const UNREACHABLE = 'unreachable';

/**
 * Where enquiries and the mails they owe are kept. Implemented on SQLite (`sqlite-store.ts`) and
 * PostgreSQL (`postgres-store.ts`); one conformance suite runs on both.
 *
 * Every method rejects when the database cannot do it now; none leaves half a write behind. A
 * rejected `acceptEnquiry` may yet have committed when the connection broke in the middle: the
 * repeat under the same submission id finds out.
 */
export interface Store {
  /** Where the store is, without secrets, for the line at the start. */
  readonly description: string;
  /** Set when several processes may share this store: limits are then counted through it. */
  readonly pool?: Pool;
  /**
   * Rejects when an enquiry could not be committed now (for `GET /api/status`). It writes; the
   * outcome is reused for a second, so that asking often costs little.
   */
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
  /** Puts a mail back after a try that failed; the try counts. */
  retryAt(claim: ClaimedMail, nowMs: number, dueAtMs: number, reason: string): Promise<StillHeld>;
  /** Gives a mail back as if it had not been claimed; the try does not count. */
  release(claim: ClaimedMail, nowMs: number, dueAtMs: number): Promise<StillHeld>;
  /** Puts failed mails back in the queue with all their tries; returns how many. */
  requeueFailed(nowMs: number): Promise<number>;
  /**
   * Makes the mails due whose last try reached no mail server at all; called at the start and when
   * one is reached again, so that nobody waits out six hours for it. Returns how many.
   */
  retryUnreachable(nowMs: number): Promise<number>;
  /** When the next mail can be claimed, in milliseconds since the epoch; undefined: none waits. */
  nextDueAtMs(): Promise<number | undefined>;
  countMails(): Promise<OutboxCounts>;
  /** Failed mails that carry an enquiry to the caterer. */
  countFailedCompanyMails(): Promise<number>;
  /**
   * Erases captchas that expired more than {@link KEEP_SPENT_MS} ago, and enquiries with their mails
   * and submission ids once every mail was delivered more than {@link KEEP_DELIVERED_MS} ago. A
   * failed mail to the company stays; a confirmation that failed so long ago has nobody to reach any
   * more.
   */
  forgetExpired(nowMs: number): Promise<void>;
  close(): Promise<void>;
}
