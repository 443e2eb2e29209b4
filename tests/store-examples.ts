import { randomUUID } from 'node:crypto';
import type { Failure, NewEnquiry, NewMail } from '../server/store/store.ts';

/** Friday 20 November 2026, noon in Belgium. */
export const NOON_MS = Date.UTC(2026, 10, 20, 11);

export function exampleMail(kind: NewMail['kind'] = 'company'): NewMail {
  return {
    kind,
    visitor: { name: 'Zoë', address: 'zoe@voorbeeld.example' },
    messageId: `<${randomUUID()}@maanzaad.example>`,
    dateMs: NOON_MS,
    subject: 'Walking dinner – Zoë',
    text: '€ 35 p.p. 🎉\n  twee spaties\u2028 \n',
    html: '<p>€ 35 p.p. 🎉</p>',
  };
}

/** How a try ended that is tried again. */
export const NOT_NOW: Failure = { kind: 'temporary', reason: '450 4.2.0 at RCPT TO' };
/** How a try ended that reached nobody. */
export const NOBODY_THERE: Failure = { kind: 'unreachable', reason: 'ECONNREFUSED at CONN' };

/** The addresses of the site that sends it. */
export const EXAMPLE_ADDRESSES = {
  from: { name: 'Maanzaad', address: 'website@maanzaad.example' },
  company: { name: 'Maanzaad', address: 'company@maanzaad.example' },
  contact: { name: 'Maanzaad', address: 'info@maanzaad.example' },
};

/** An enquiry as the server hands it to the store, owing both mails. */
export function exampleEnquiry(change: Partial<NewEnquiry> = {}): NewEnquiry {
  return {
    submissionId: randomUUID(),
    bodyHash: 'a'.repeat(64),
    captcha: { nonces: [randomUUID()], expiresAtMs: NOON_MS + 600_000, times: 1 },
    receivedAtMs: NOON_MS,
    mails: [exampleMail('company'), exampleMail('confirmation')],
    limits: { confirmation: [] },
    ...change,
  };
}
