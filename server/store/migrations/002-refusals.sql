-- last_error holds the mail server's words from now on, with addresses masked.

-- Why the mail server refused the mail last: 'mailbox', 'permanent' or 'temporary'.
ALTER TABLE mail ADD COLUMN refusal TEXT;

ALTER TABLE mail ADD COLUMN refused_at_ms BIGINT;

-- How often the content may have gone out without a reply of the mail server. A claim counts it
-- beforehand, because a crash records nothing.
ALTER TABLE mail ADD COLUMN unanswered BIGINT NOT NULL DEFAULT 0;

-- The end of the lease while a worker has claimed the mail.
ALTER TABLE mail ADD COLUMN claimed_until_ms BIGINT;
