import { randomUUID } from 'node:crypto';
import type { NewEnquiry, OutgoingMail } from './store.ts';

/** Friday 20 November 2026, noon in Belgium. */
export const NOON_MS = Date.UTC(2026, 10, 20, 11);

export function exampleMail(kind: OutgoingMail['kind'] = 'company'): OutgoingMail {
  return {
    kind,
    messageId: `<${randomUUID()}@maanzaad.example>`,
    dateMs: NOON_MS,
    from: { name: 'Maanzaad', address: 'website@maanzaad.example' },
    to: { name: '', address: `${kind}@maanzaad.example` },
    subject: 'Walking dinner – Zoë',
    text: '€ 35 p.p. 🎉\n  twee spaties\u2028 \n',
    html: '<p>€ 35 p.p. 🎉</p>',
    ...(kind === 'confirmation' && { autoSubmitted: 'auto-replied' as const }),
  };
}

/** An enquiry as the server hands it to the store, owing both mails. */
export function exampleEnquiry(change: Partial<NewEnquiry> = {}): NewEnquiry {
  return {
    slug: 'maanzaad',
    enquiry: { email: 'zoe@voorbeeld.example', name: "Ĳsbrandt-D'Hondt", message: 'Dag 🎉\n' },
    submissionId: randomUUID(),
    bodyHash: 'a'.repeat(64),
    captchaNonce: randomUUID(),
    captchaExpiresAtMs: NOON_MS + 600_000,
    receivedAtMs: NOON_MS,
    mails: [exampleMail('company'), exampleMail('confirmation')],
    ...change,
  };
}
