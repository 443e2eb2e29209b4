import { randomUUID } from 'node:crypto';
import { createAltcha } from '../../../server/enquiries/captcha/altcha.ts';
import { solve } from '../servers/test-site.ts';

const SECRET = 'a secret that the fault tests share with the server';

/** Settings of a server whose captchas {@link newPost} solves. */
export const CAPTCHA_SETTINGS = { CAPTCHA_SECRET: SECRET, LOG_LEVEL: 'warn' };

/** A small part of a visitor's usual work. */
const altcha = createAltcha(SECRET, { cost: 2000, derivations: 2 });

export interface Post {
  idempotencyKey: string;
  body: string;
}

/** A new enquiry of another visitor. */
export async function newPost(): Promise<Post> {
  const idempotencyKey = randomUUID();
  const captcha = await solve(await altcha.createChallenge(Date.now(), 1));
  const body = JSON.stringify({
    email: `${idempotencyKey}@voorbeeld.example`,
    name: 'Zoë',
    message: `Dag, dit is aanvraag ${idempotencyKey}.`,
    productType: 'Walking dinner',
    token: captcha,
    recaptcha: captcha,
  });
  return { idempotencyKey, body };
}

/** @returns the status, or undefined when the server was gone before it responded */
export async function send(
  siteUrl: string,
  { idempotencyKey, body }: Post,
): Promise<number | undefined> {
  try {
    const response = await fetch(`${siteUrl}/api/mail/maanzaad`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
        // Node's fetch sends `Sec-Fetch-Mode` like a browser, so it needs this one too.
        'sec-fetch-site': 'same-origin',
      },
      body,
    });
    await response.text();
    return response.status;
  } catch {
    return undefined;
  }
}
