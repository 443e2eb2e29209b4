-- One schema for SQLite and PostgreSQL: ids are text, times milliseconds since the epoch, truth
-- values 0 or 1, JSON is text. Later migrations only add, so that the version before still works.

CREATE TABLE enquiry (
  id TEXT PRIMARY KEY,
  received_at_ms BIGINT NOT NULL,
  idempotency_key TEXT UNIQUE,
  -- SHA-256 of the request but for its captcha, in hex.
  body_hash TEXT NOT NULL,
  -- The address in lower case.
  email TEXT NOT NULL,
  -- One key for all spellings of a mailbox, by which its confirmations are limited.
  mailbox TEXT NOT NULL,
  -- '2027-03-05'
  party_date TEXT,
  -- The validated fields, as JSON.
  fields TEXT NOT NULL,
  -- Why no confirmation is owed: 'spam', 'mailbox-limit' or 'hour-limit'.
  confirmation_skipped TEXT
);

CREATE INDEX enquiry_confirmed ON enquiry (received_at_ms) WHERE confirmation_skipped IS NULL;

CREATE TABLE mail (
  id TEXT PRIMARY KEY,
  enquiry_id TEXT NOT NULL REFERENCES enquiry (id) ON DELETE CASCADE,
  -- 'company' or 'confirmation'
  kind TEXT NOT NULL,
  -- 'queued', 'delivered', 'failed' or 'kept'
  state TEXT NOT NULL,
  message_id TEXT NOT NULL,
  -- 1 for mails of a network that sends many enquiries: they leave after all others.
  leaves_last BIGINT NOT NULL,
  queued_at_ms BIGINT NOT NULL,
  tries BIGINT NOT NULL,
  -- When the mail may be claimed. While it is claimed, this is the end of the lease.
  due_at_ms BIGINT NOT NULL,
  fencing_token BIGINT NOT NULL,
  -- When the mail was delivered, failed or was kept.
  ended_at_ms BIGINT,
  -- Codes and steps; since migration 002 the mail server's words, with addresses masked.
  last_error TEXT
);

CREATE INDEX mail_of_enquiry ON mail (enquiry_id);

CREATE INDEX mail_queued ON mail (leaves_last, due_at_ms) WHERE state = 'queued';

CREATE TABLE spent_captcha (
  nonce TEXT PRIMARY KEY,
  expires_at_ms BIGINT NOT NULL
);

-- One row is written and deleted to find out whether an enquiry could be stored. Rows whose id
-- begins with 'erased ' are erasures that must still remove traces in files.
CREATE TABLE write_probe (
  id TEXT PRIMARY KEY,
  padding TEXT NOT NULL
);
