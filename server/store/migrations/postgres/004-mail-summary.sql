-- Looked at each minute: how many mails stand how, and the oldest of them, without reading their words.
CREATE INDEX mail_summary ON mail (kind, state, date_ms);
