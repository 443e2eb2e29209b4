/** A mail that is owed: all of it that stays the same however late and however often it is sent. */
export interface OutgoingMail {
  /** Brings the enquiry to the caterer, or tells the visitor that it arrived. */
  kind: 'company' | 'confirmation';
  /** Whom an answer to the company's mail goes to, and who gets the confirmation. */
  visitor: MailAddress;
  /** With angle brackets. Repeated on every try, so that a second delivery can be recognised. */
  messageId: string;
  /** The `Date` header, in milliseconds since the epoch; repeated on every try. */
  dateMs: number;
  subject: string;
  text: string;
  html: string;
}

/** An e-mail address with the name that is shown for it, which may be empty. */
export interface MailAddress {
  name: string;
  address: string;
}

/** How often something may be done: `most` times in a window that begins with the first. */
export interface Limit {
  /** Tells it from all others. Holds nothing personal: a keyed hash. */
  key: string;
  most: number;
  windowMs: number;
}

/** What one accepted submission commits, all of it or nothing. */
export interface NewEnquiry {
  /** The browser's id for this submission; a repeat with the same body is the same enquiry. */
  submissionId?: string;
  /** SHA-256 of what was sent but the captcha's result, in hex: tells a repeat from another body. */
  bodyHash: string;
  /** The unique part of a captcha's result, and when it can be forgotten. */
  captcha?: { nonce: string; expiresAtMs: number };
  receivedAtMs: number;
  mails: OutgoingMail[];
  limits: {
    /** One of them reached: nothing is stored. */
    enquiry: Limit[];
    /** One of them reached: everything but the confirmation is stored. */
    confirmation: Limit[];
  };
}

export type AcceptResult =
  /** Committed; on disk when the promise resolves. */
  | { kind: 'stored'; enquiryId: string; isConfirmationLeftOut: boolean }
  /** The same submission came before: same answer, nothing written. */
  | { kind: 'repeated'; enquiryId: string }
  /** The submission id was used with another body. */
  | { kind: 'other-body' }
  | { kind: 'captcha-spent' }
  /** A limit of enquiries is reached, until that time. */
  | { kind: 'too-many'; untilMs: number };

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
 * once rather than left waiting until that future comes. So is a limit's window.
 */
export const CLOCK_SKEW_MS = 60_000;

/**
 * Where enquiries and the mails they owe are kept: SQLite (`sqlite-store.ts`) or PostgreSQL
 * (`postgres-store.ts`), by one set of statements (`statements.ts`); one conformance suite runs on
 * both.
 *
 * Every method rejects when the database cannot do it now; none leaves half a write behind. A
 * rejected `acceptEnquiry` may yet have committed when the connection broke in the middle: the
 * repeat under the same submission id finds out.
 */
export interface Store extends StoreMethods {
  /** Where the store is, without secrets, for the line at the start. */
  readonly description: string;
  close(): Promise<void>;
}

export interface StoreMethods {
  /**
   * Rejects when an enquiry could not be committed now (for `GET /api/status`). It writes; a store
   * shares the outcome for a while (`shared-write-check.ts`).
   */
  checkWritable(): Promise<void>;
  /** Counts the limits, spends the captcha, stores enquiry and mails: in one transaction. */
  acceptEnquiry(enquiry: NewEnquiry): Promise<AcceptResult>;
  /** Answer for a submission id seen before, without touching the captcha. */
  findSubmission(
    submissionId: string,
  ): Promise<{ enquiryId: string; bodyHash: string } | undefined>;
  /** Takes the next due mail, or one whose lease ran out, in one statement. */
  claimNextMail(nowMs: number, leaseMs: number): Promise<ClaimedMail | undefined>;
  markDelivered(claim: ClaimedMail, nowMs: number): Promise<StillHeld>;
  markFailed(claim: ClaimedMail, nowMs: number): Promise<StillHeld>;
  /** Puts a mail back after a try that failed; the try counts. */
  retryAt(
    claim: ClaimedMail,
    nowMs: number,
    dueAtMs: number,
    failure: 'temporary' | 'unreachable',
  ): Promise<StillHeld>;
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
   * Erases limits whose window ended, captchas that expired more than {@link KEEP_SPENT_MS} ago, and
   * enquiries with their mails and submission ids once every mail was delivered more than
   * {@link KEEP_DELIVERED_MS} ago. A failed mail to the company stays; a confirmation that failed so
   * long ago has nobody to reach any more.
   */
  eraseExpired(nowMs: number): Promise<void>;
}
