-- What came from a network that had already had its share in that hour is 0: its mails go after those
-- of others.
ALTER TABLE enquiry ADD COLUMN within_share INTEGER NOT NULL DEFAULT 1 CHECK (within_share IN (0, 1));

-- A digest is a mail of its own, of no enquiry: those it brings name it in digest_id, and it is
-- written anew from them at each try.
-- state: gathered (an enquiry that travels in a digest, and stands as that does), held (a
-- confirmation beyond the hour's), dropped (one that was held too long).
-- deaths: tries begun since one last came to an end that somebody could write down.
-- last_reason: codes and steps, never a mail server's words.
CREATE TABLE mail_3 (
  id TEXT PRIMARY KEY,
  enquiry_id TEXT REFERENCES enquiry (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('company', 'confirmation', 'digest')),
  visitor_name TEXT NOT NULL,
  visitor_address TEXT NOT NULL,
  message_id TEXT NOT NULL,
  date_ms INTEGER NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  html TEXT NOT NULL,
  state TEXT NOT NULL CHECK (
    state IN ('queued', 'sending', 'delivered', 'failed', 'gathered', 'held', 'dropped')
  ),
  queued_at_ms INTEGER NOT NULL,
  since_ms INTEGER NOT NULL,
  due_at_ms INTEGER NOT NULL,
  fencing_token INTEGER NOT NULL DEFAULT 0,
  failed_tries INTEGER NOT NULL DEFAULT 0,
  deaths INTEGER NOT NULL DEFAULT 0,
  last_failure TEXT CHECK (
    last_failure IN ('unreachable', 'stalled', 'temporary', 'refused', 'fault', 'died')
  ),
  last_reason TEXT,
  digest_id TEXT REFERENCES mail_3 (id) ON DELETE SET NULL,
  CHECK ((enquiry_id IS NULL) = (kind = 'digest'))
) STRICT;

INSERT INTO mail_3
SELECT
  id, enquiry_id, kind, visitor_name, visitor_address, message_id, date_ms, subject, text, html,
  state, queued_at_ms, since_ms, due_at_ms, fencing_token, failed_tries, 0,
  CASE last_failure WHEN 'permanent' THEN 'refused' ELSE last_failure END, NULL, NULL
FROM mail;

DROP TABLE mail;
ALTER TABLE mail_3 RENAME TO mail;
CREATE INDEX mail_open ON mail (due_at_ms, since_ms) WHERE state IN ('queued', 'sending');
CREATE INDEX mail_put_off ON mail (state, queued_at_ms) WHERE state IN ('gathered', 'held');
CREATE INDEX mail_of_enquiry ON mail (enquiry_id);
CREATE INDEX mail_of_digest ON mail (digest_id) WHERE digest_id IS NOT NULL;
