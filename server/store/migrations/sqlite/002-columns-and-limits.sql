-- A mail's parts become columns. The visitor is whom a reply to the company's mail goes to, and who
-- gets the confirmation.
CREATE TABLE mail_2 (
  id TEXT PRIMARY KEY,
  enquiry_id TEXT NOT NULL REFERENCES enquiry (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('company', 'confirmation')),
  visitor_name TEXT NOT NULL,
  visitor_address TEXT NOT NULL,
  message_id TEXT NOT NULL,
  date_ms INTEGER NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  html TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'delivered', 'failed')),
  queued_at_ms INTEGER NOT NULL,
  since_ms INTEGER NOT NULL,
  due_at_ms INTEGER NOT NULL,
  fencing_token INTEGER NOT NULL DEFAULT 0,
  failed_tries INTEGER NOT NULL DEFAULT 0,
  last_failure TEXT CHECK (last_failure IN ('unreachable', 'temporary', 'permanent'))
) STRICT;

INSERT INTO mail_2
SELECT
  id, enquiry_id, content ->> '$.kind',
  coalesce(content ->> '$.replyTo.name', content ->> '$.to.name', ''),
  coalesce(content ->> '$.replyTo.address', content ->> '$.to.address'),
  content ->> '$.messageId', content ->> '$.dateMs', content ->> '$.subject',
  content ->> '$.text', content ->> '$.html',
  state, queued_at_ms, since_ms, due_at_ms, fencing_token, failed_tries,
  CASE WHEN last_reason LIKE 'unreachable%' THEN 'unreachable' END
FROM mail;

DROP TABLE mail;
ALTER TABLE mail_2 RENAME TO mail;
CREATE INDEX mail_open ON mail (due_at_ms, since_ms) WHERE state IN ('queued', 'sending');
CREATE INDEX mail_of_enquiry ON mail (enquiry_id);

-- The mails hold all that was sent, and nobody read these.
ALTER TABLE enquiry DROP COLUMN slug;
ALTER TABLE enquiry DROP COLUMN fields;

-- How often something was counted in the window that ends at ends_at_ms. Keys are keyed hashes.
CREATE TABLE limit_window (
  key TEXT PRIMARY KEY,
  used INTEGER NOT NULL,
  ends_at_ms INTEGER NOT NULL
) STRICT;

-- One row, so small that writing it takes one page.
DROP TABLE write_probe;
CREATE TABLE write_probe (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  written INTEGER NOT NULL
) STRICT;
INSERT INTO write_probe VALUES (1, 0);
