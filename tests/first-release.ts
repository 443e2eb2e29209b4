import { NOON_MS } from './store-examples.ts';

/* What a database of the first release held (schema version 1). */

export const OLD_SUBMISSION = '00000000-0000-4000-8000-000000000001';

const OLD_CONTENT = {
  messageId: '<1f3c@maanzaad.example>',
  dateMs: NOON_MS,
  subject: "D'Hondt – “Zoë”",
  text: '€ 35 p.p. 🎉\n\n  "twee spaties"\u2028 \\n\t',
  html: '<p>€ 35 p.p. 🎉</p>',
};
const OLD_VISITOR = { name: "Zoë D'Hondt", address: 'zoe@voorbeeld.example' };
export const OLD_COMPANY_MAIL = { ...OLD_CONTENT, kind: 'company', visitor: OLD_VISITOR };
export const OLD_CONFIRMATION = {
  ...OLD_CONTENT,
  kind: 'confirmation',
  visitor: { ...OLD_VISITOR, name: '' },
};

/** As the first release wrote them; the very first wrote the site's own addresses too. */
const OLD_JSON = {
  company: { ...OLD_CONTENT, kind: 'company', replyTo: OLD_VISITOR },
  confirmation: {
    ...OLD_CONTENT,
    kind: 'confirmation',
    from: { name: 'Maanzaad', address: 'old@maanzaad.example' },
    to: { name: '', address: OLD_VISITOR.address },
    replyTo: undefined,
    autoSubmitted: 'auto-replied',
  },
};

const quoted = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
const LATER_MS = NOON_MS + 6 * 3_600_000;

/** For both databases: mails that wait, one that was just being sent, one delivered, one failed. */
export const FIRST_RELEASE_ROWS = `
  INSERT INTO enquiry (id, slug, received_at_ms, submission_id, body_hash, fields) VALUES
    ('enquiry-1', 'maanzaad', ${NOON_MS}, '${OLD_SUBMISSION}', '${'b'.repeat(64)}', '{}'),
    ('enquiry-2', 'maanzaad', ${NOON_MS}, NULL, '${'c'.repeat(64)}', '{}');
  INSERT INTO mail (id, enquiry_id, state, queued_at_ms, since_ms, due_at_ms, fencing_token,
    failed_tries, last_reason, content) VALUES
    ('sending', 'enquiry-1', 'sending', ${NOON_MS}, ${NOON_MS}, ${NOON_MS - 2}, 7, 0, NULL,
      ${quoted(OLD_JSON.company)}),
    ('away', 'enquiry-1', 'queued', ${NOON_MS}, ${NOON_MS}, ${LATER_MS}, 2, 2,
      'unreachable: ECONNREFUSED', ${quoted(OLD_JSON.confirmation)}),
    ('refused', 'enquiry-2', 'queued', ${NOON_MS}, ${NOON_MS}, ${LATER_MS}, 1, 1, '450 4.2.0',
      ${quoted(OLD_JSON.company)}),
    ('delivered', 'enquiry-2', 'delivered', ${NOON_MS}, ${NOON_MS}, ${NOON_MS}, 1, 0, NULL,
      ${quoted(OLD_JSON.confirmation)}),
    ('failed', 'enquiry-2', 'failed', ${NOON_MS}, ${NOON_MS}, ${NOON_MS}, 1, 1, '550 5.1.1',
      ${quoted(OLD_JSON.company)});
  INSERT INTO spent_captcha VALUES ('spent', ${NOON_MS});
`;
