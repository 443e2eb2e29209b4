import { randomUUID } from 'node:crypto';
import type { AttemptOutcome, ClaimedMail } from '../../../server/store/mails.ts';
import type { Store } from '../../../server/store/store.ts';
import type { NewEnquiry } from '../../../server/store/store-enquiry.ts';

/** It is noon in Belgium on Friday 20 November 2026. */
export const NOON_MS = Date.UTC(2026, 10, 20, 11);

/** An enquiry as the server passes it to the store; each is from another visitor. */
export function exampleEnquiry(change: Partial<NewEnquiry> = {}): NewEnquiry {
  const visitor = `zoe-${randomUUID()}@voorbeeld.example`;
  return {
    idempotencyKey: randomUUID(),
    bodyHash: 'a'.repeat(64),
    captcha: { nonce: randomUUID(), expiresAtMs: NOON_MS + 600_000 },
    receivedAtMs: NOON_MS,
    fields: { email: visitor, name: "D'Hondt", firstName: 'Zoë', message: '€ 35 p.p. 🎉\n  twee' },
    isSpam: false,
    mailbox: visitor,
    isLowPriority: false,
    mailHost: 'maanzaad.example',
    ...change,
  };
}

/** Claims the next due mail, and records this outcome of its attempt. */
export async function attemptNext(
  store: Store,
  outcome: AttemptOutcome,
  nowMs = NOON_MS,
): Promise<ClaimedMail> {
  const claim = await store.claimMail(nowMs);
  if (!claim) throw new Error('No mail is due');
  await store.settleMail(claim, outcome, nowMs);
  return claim;
}
