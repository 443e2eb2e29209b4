-- What somebody was told last of mails that are late, since when, and until when a server is at telling
-- the next: of several servers one does.
CREATE TABLE told (
  id INTEGER PRIMARY KEY,
  news TEXT NOT NULL,
  since_ms BIGINT NOT NULL,
  claimed_until_ms BIGINT NOT NULL
);
INSERT INTO told VALUES (1, 'well', 0, 0);
