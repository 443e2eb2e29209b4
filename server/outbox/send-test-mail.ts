import * as v from 'valibot';
import { emailSchema } from '../../enquiry/enquiry.ts';
import { readRelease } from '../../runtime/read-release.ts';
import type { Settings } from '../../runtime/settings.ts';
import { composeMail, senderOf } from './compose-mail.ts';
import { mailServerAt } from './mail-server.ts';

const MAIL_SERVER_WITHIN_MS = 60_000;

/**
 * Sends an example enquiry to the company, or the confirmation of one to a visitor's address.
 *
 * @returns the mail server's reply
 */
export async function sendTestMail(settings: Settings, visitor?: string): Promise<string> {
  if (visitor !== undefined && !v.is(emailSchema, visitor)) {
    throw new Error('--send: expected a mail address.');
  }
  if (settings.SMTP_URL === '') throw new Error('SMTP_URL is empty: there is no mail server.');
  const { manifest } = await readRelease(settings.SITE_DIR);
  const { hostname } = new URL(manifest.siteUrl);
  const receivedAtMs = Date.now();
  const messageId = `<test-${receivedAtMs}@${hostname}>`;
  const fields = { email: visitor ?? manifest.company.email, name: 'Test', message: 'Test' };
  const kind = visitor === undefined ? 'company' : 'confirmation';
  const mail = composeMail(
    { kind, messageId, receivedAtMs, fields, isSpam: false },
    { manifest, settings },
  );
  const signal = AbortSignal.timeout(MAIL_SERVER_WITHIN_MS);
  const { address } = senderOf({ manifest, settings });
  const { reply, refused } = await mailServerAt(settings.SMTP_URL, address).send(mail, signal);
  return refused === undefined ? reply : `${reply}; refused: ${refused}`;
}
