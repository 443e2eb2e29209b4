CREATE TABLE enquiry (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL,
  received_at_ms INTEGER NOT NULL,
  submission_id TEXT UNIQUE,
  body_hash TEXT NOT NULL,
  fields TEXT NOT NULL
) STRICT;

-- since_ms: when the present state began. due_at_ms: when a queued mail may be taken, or when the
-- lease of one being sent runs out.
CREATE TABLE mail (
  id TEXT PRIMARY KEY,
  enquiry_id TEXT NOT NULL REFERENCES enquiry (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'delivered', 'failed')),
  queued_at_ms INTEGER NOT NULL,
  since_ms INTEGER NOT NULL,
  due_at_ms INTEGER NOT NULL,
  fencing_token INTEGER NOT NULL DEFAULT 0,
  failed_tries INTEGER NOT NULL DEFAULT 0,
  last_reason TEXT,
  content TEXT NOT NULL
) STRICT;

CREATE INDEX mail_open ON mail (due_at_ms, since_ms) WHERE state IN ('queued', 'sending');
CREATE INDEX mail_of_enquiry ON mail (enquiry_id);

CREATE TABLE spent_captcha (
  nonce TEXT PRIMARY KEY,
  expires_at_ms INTEGER NOT NULL
) STRICT;

-- One row, overwritten to find out whether the database takes writes.
CREATE TABLE write_probe (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  room BLOB NOT NULL
) STRICT;
