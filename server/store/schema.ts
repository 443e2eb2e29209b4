import type { FailureKind, MailState, News } from './store.ts';

/** The tables after the last migration, as both databases hold them (`migrations/`). */
export interface Tables {
  enquiry: {
    id: string;
    received_at_ms: number;
    submission_id: string | null;
    body_hash: string;
    /** 0: its network had already had its share when it came in. */
    within_share: number;
  };
  mail: MailTable;
  spent_captcha: { nonce: string; expires_at_ms: number };
  limit_window: { key: string; used: number; ends_at_ms: number };
  write_probe: { id: number; written: number };
  /** One row. */
  told: { id: number; news: News; since_ms: number; claimed_until_ms: number };
}

interface MailTable {
  id: string;
  /** Null: a digest's. */
  enquiry_id: string | null;
  kind: 'company' | 'confirmation' | 'digest';
  visitor_name: string;
  visitor_address: string;
  message_id: string;
  date_ms: number;
  subject: string;
  /** Empty in a digest, which is written at each try. Of an enquiry that travels in one, its part. */
  text: string;
  html: string;
  /** An iCalendar file; of the company's mail, when its enquiry has a date. */
  calendar: string | null;
  /** What each means, and what follows it: the table in `outbox/delivery-state.ts`. */
  state: MailState;
  queued_at_ms: number;
  /** When the present state began. */
  since_ms: number;
  /** When a queued mail may be taken, or when the lease of one being sent runs out. */
  due_at_ms: number;
  fencing_token: number;
  failed_tries: number;
  /** Tries begun since one last came to an end that was written down. */
  deaths: number;
  /** How the last try ended that did not deliver. */
  last_failure: FailureKind | null;
  /** Codes and steps of the mail server's talk, never its words. */
  last_reason: string | null;
  /** The digest that brings this enquiry. */
  digest_id: string | null;
}

/** What a mail is that nobody has tried yet. */
export const UNTRIED = {
  fencing_token: 0,
  failed_tries: 0,
  deaths: 0,
  last_failure: null,
  last_reason: null,
  digest_id: null,
} satisfies Partial<MailTable>;
