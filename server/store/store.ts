import type { Share } from './share.ts';

/** A mail that is owed: all of it that stays the same however late and however often it is sent. */
export interface OutgoingMail {
  /** Brings the enquiry to the caterer, tells the visitor that it arrived, or brings many enquiries. */
  kind: 'company' | 'confirmation' | 'digest';
  /** Whom an answer to the company's mail goes to, and who gets the confirmation; empty in a digest. */
  visitor: MailAddress;
  /** With angle brackets. Repeated on every try, so that a second delivery can be recognised. */
  messageId: string;
  /** The `Date` header, in milliseconds since the epoch; repeated on every try. */
  dateMs: number;
  subject: string;
  text: string;
  html: string;
  /** An iCalendar file that is attached to it. */
  calendar?: string;
}

/** A mail as an enquiry brings it. */
export interface NewMail extends OutgoingMail {
  kind: 'company' | 'confirmation';
  /** The company's mail: what of it stands in a digest, should it travel in one. */
  digestPart?: { text: string; html: string };
}

/** One enquiry in a digest. */
export interface DigestPart {
  visitor: MailAddress;
  subject: string;
  text: string;
  /** A part of a document. */
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
  /**
   * The unique parts of a captcha's result, all spent at once, when they can be forgotten, and how
   * many times a visitor's usual work it brings.
   */
  captcha?: { nonces: string[]; expiresAtMs: number; times: number };
  receivedAtMs: number;
  mails: NewMail[];
  limits: {
    /**
     * One of a network used up: its mails go after those of others. One of any used up: the captcha
     * must have been harder, else nothing is stored.
     */
    share?: Share[];
    /** Reached: the enquiry travels in a digest. */
    companyMails?: Limit;
    /** One of them reached: everything but the confirmation is stored. */
    confirmation: Limit[];
    /** Reached: the confirmation is held, and goes out when there is room for it again. */
    confirmationsInAll?: Limit;
  };
}

export type AcceptResult =
  /** Committed; on disk when the promise resolves. */
  | {
      kind: 'stored';
      enquiryId: string;
      isConfirmationLeftOut: boolean;
      isConfirmationHeld: boolean;
    }
  /** The same submission came before: same answer, nothing written. */
  | { kind: 'repeated'; enquiryId: string }
  /** The submission id was used with another body. */
  | { kind: 'other-body' }
  | { kind: 'captcha-spent' }
  /** A share is used up, and the captcha must bring that many times the usual work. */
  | { kind: 'too-easy'; times: number };

/** A mail a worker holds. `fencingToken` must come with every later write about it. */
export interface ClaimedMail {
  mailId: string;
  fencingToken: number;
  /** Tries before this one. */
  failedTries: number;
  /** Tries before this one, in a row, of which nobody wrote down how they ended. */
  deaths: number;
  queuedAtMs: number;
  /** A digest's subject and text are still to be written, from its parts. */
  mail: OutgoingMail;
  /** A digest's enquiries, those of networks within their share first; of others none. */
  parts: DigestPart[];
}

/** The store's `state` of a mail: the table in `outbox/delivery-state.ts`. */
export type MailState =
  | 'queued'
  | 'sending'
  | 'delivered'
  | 'failed'
  | 'gathered'
  | 'held'
  | 'dropped';

/** How a try ended that did not deliver; the store's `last_failure`. */
export type FailureKind =
  /** No mail server answered. */
  | 'unreachable'
  /** One answered, and then broke off or fell silent. */
  | 'stalled'
  /** Not now (4xx). */
  | 'temporary'
  /** This mail or its recipient is refused (5xx). */
  | 'refused'
  /** Login, certificate, our sender address: no mail can be sent. */
  | 'fault'
  /** The process ended in the middle. */
  | 'died';

export interface Failure {
  kind: FailureKind;
  /** Codes and steps, never a mail server's words: they often repeat an address. */
  reason: string;
}

/** False: the lease ran out and another worker holds the mail now; nothing was written. */
export type StillHeld = boolean;

/** So many mails of one kind in one state. */
export interface MailSummary {
  kind: OutgoingMail['kind'];
  state: MailState;
  count: number;
  /** When the oldest of them was written, in milliseconds since the epoch. */
  oldestMs: number;
}

export type OutboxCounts = Record<MailState, number>;

/** What somebody is told of the mails to the company. */
export type News = 'late' | 'well';

/** How long a server may take to tell it, in milliseconds; then another may. */
export const TELL_WITHIN_MS = 30_000;

/** How long a delivered enquiry is kept when nobody says otherwise, in milliseconds: 30 days. */
export const KEEP_DELIVERED_MS = 30 * 24 * 3_600_000;

/**
 * How long a spent captcha is remembered after it expired, in milliseconds: two days. A clock that
 * was set a day ahead and back must not make it good a second time.
 */
export const KEEP_SPENT_MS = 2 * 24 * 3_600_000;

/** A mail with so many {@link ClaimedMail.deaths} may be what kills the process. */
export const DEADLY_AFTER = 3;

/** How long a confirmation is held before it is dropped, in milliseconds: a day. */
export const HOLD_CONFIRMATION_MS = 24 * 3_600_000;

/**
 * A digest goes out at most every quarter of an hour, less half a minute until somebody looks, and half
 * a minute to hand it over: what came in is in the mailbox before anybody calls it late.
 */
export const DIGEST_EVERY_MS = 14 * 60_000;

/** Beyond either of them the rest of what waits gets a digest of its own, at the same time. */
export const MOST_IN_A_DIGEST = { enquiries: 250, characters: 1_000_000 };

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
  /**
   * Rejects when an enquiry with its mails could not be committed now: stores one of nobody's, and
   * takes it away again before anybody can see it.
   */
  proveStorable(): Promise<void>;
  /** Counts the limits, spends the captcha, stores enquiry and mails: in one transaction. */
  acceptEnquiry(enquiry: NewEnquiry): Promise<AcceptResult>;
  /** How many times a visitor's usual work the next enquiry has to bring; counts nothing. */
  askedTimes(shares: Share[], nowMs: number): Promise<number>;
  /** Answer for a submission id seen before, without touching the captcha. */
  findSubmission(
    submissionId: string,
  ): Promise<{ enquiryId: string; bodyHash: string } | undefined>;
  /**
   * Takes the next due mail, or one whose lease ran out, in one statement, and counts a death until
   * the end of its try is written down. Leaves out those that died {@link DEADLY_AFTER} times.
   */
  claimNextMail(nowMs: number, leaseMs: number): Promise<ClaimedMail | undefined>;
  /** The same for those that {@link claimNextMail} leaves out. */
  claimDeadlyMail(nowMs: number, leaseMs: number): Promise<ClaimedMail | undefined>;
  /** The try goes on: nobody else may take the mail for so long from now. */
  renewLease(claim: ClaimedMail, nowMs: number, leaseMs: number): Promise<StillHeld>;
  /** The enquiries of a digest are delivered with it. */
  markDelivered(claim: ClaimedMail, nowMs: number): Promise<StillHeld>;
  markFailed(claim: ClaimedMail, nowMs: number, failure: Failure): Promise<StillHeld>;
  /** Puts a mail back after a try that failed; the try counts. */
  retryAt(claim: ClaimedMail, nowMs: number, dueAtMs: number, failure: Failure): Promise<StillHeld>;
  /** Gives a mail back as if it had not been claimed; the try does not count. */
  release(
    claim: ClaimedMail,
    nowMs: number,
    dueAtMs: number,
    failure?: Failure,
  ): Promise<StillHeld>;
  /**
   * Puts the enquiries that wait for one into a digest, or into several when they are many; none
   * sooner than {@link DIGEST_EVERY_MS} after the last. Returns how many digests were made.
   *
   * @param host of their Message-IDs
   */
  gatherDigests(nowMs: number, host: string): Promise<number>;
  /**
   * Lets as many held confirmations go as the hour has room for, networks within their share first,
   * and drops those held for longer than {@link HOLD_CONFIRMATION_MS}.
   */
  releaseHeldConfirmations(
    nowMs: number,
    inAll: Limit,
  ): Promise<{ released: number; dropped: number }>;
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
  /** All mails by kind and state; none of those that there are none of. */
  summarizeMails(): Promise<MailSummary[]>;
  /** Why the oldest enquiry is not in the mailbox: `unreachable: ECONNREFUSED`; undefined: not tried. */
  oldestFailure(): Promise<string | undefined>;
  /**
   * Whether the caller is to tell this now: it is not what somebody was told last, and nobody else is
   * at it. That all is well only when nothing waits any more that did when the other was told.
   *
   * @param oldestMs when the oldest enquiry came in that is not in the mailbox; undefined: there is none
   */
  claimNews(news: News, nowMs: number, oldestMs: number | undefined): Promise<boolean>;
  /** Somebody was told. */
  noteTold(news: News, nowMs: number): Promise<void>;
  /** Failed mails that carry enquiries to the caterer, digests among them. */
  countFailedCompanyMails(): Promise<number>;
  /**
   * Erases limits whose window ended, captchas that expired more than {@link KEEP_SPENT_MS} ago, and
   * enquiries with their mails and submission ids once every mail was delivered more than
   * `keepMs` ago, {@link KEEP_DELIVERED_MS} when absent. A mail to the company that was not
   * delivered stays, however old; a confirmation that failed or was dropped so long ago has nobody to reach any more.
   */
  eraseExpired(nowMs: number, keepMs?: number): Promise<void>;
}
