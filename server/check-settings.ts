import * as v from 'valibot';
import { emailSchema } from '../enquiry/enquiry.ts';
import type { ReleaseManifest } from '../release/manifest.ts';
import { readRelease } from '../runtime/read-release.ts';
import { isEncryptionWaived, type Settings } from '../runtime/settings.ts';
import { callMonitor, checkHealth } from './heartbeat.ts';
import { composeMail, senderOf } from './outbox/compose-mail.ts';
import { mailServerAt } from './outbox/mail-server.ts';
import { openStore } from './store/store.ts';

const MAIL_SERVER_WITHIN_MS = 60_000;

/** A finding about the settings. Its message is English; the desk has a Dutch one for each code. */
export interface SettingsFinding {
  code: Code;
  severity: Severity;
  message: string;
}

type Code =
  | 'sample-facts'
  | 'no-mail-server'
  | 'mail-in-clear-text'
  | 'no-heartbeat'
  | 'no-backup'
  | 'no-captcha-secret'
  | 'recipient-differs'
  | 'no-release'
  | 'unhealthy'
  | 'monitor'
  | 'mail-server';

/** With an 'error', enquiries are not accepted or not delivered. */
type Severity = 'error' | 'warning';

/**
 * Finds settings that a real site still lacks, that are not safe, or that contradict the release.
 */
export function reviewSettings(settings: Settings, release: ReleaseManifest): SettingsFinding[] {
  const { SMTP_URL, HEARTBEAT_URL, BACKUP_DIR, CAPTCHA_SECRET, MAIL_TO } = settings;
  const { captcha, keeping, sampleFacts } = release;
  const findings: SettingsFinding[] = [];
  const add = (severity: Severity, code: Code, message: string) => {
    findings.push({ code, severity, message });
  };
  if (sampleFacts) {
    const advice = 'change content/company.yaml before visitors come';
    add('warning', 'sample-facts', `Sample facts are in use: ${advice}.`);
  }
  if (SMTP_URL === '' && sampleFacts) {
    add('warning', 'no-mail-server', 'SMTP_URL is empty: mails are written into DATA_DIR/mail.');
  } else if (SMTP_URL === '') {
    add('error', 'no-mail-server', 'SMTP_URL is empty: enquiries are kept, and no mail leaves.');
  } else if (isEncryptionWaived(SMTP_URL)) {
    add('warning', 'mail-in-clear-text', 'SMTP_URL lets mails leave in clear text.');
  }
  if (HEARTBEAT_URL === '') {
    add(
      'warning',
      'no-heartbeat',
      'HEARTBEAT_URL is empty: nobody is alerted when mails do not arrive.',
    );
  }
  if (BACKUP_DIR === undefined) {
    add('warning', 'no-backup', 'BACKUP_DIR is empty: nobody is alerted when backups fail.');
  }
  if (captcha.provider !== 'altcha' && CAPTCHA_SECRET === '') {
    const message = `CAPTCHA_SECRET is empty: expected the secret key from ${captcha.provider}.`;
    add('error', 'no-captcha-secret', message);
  }
  const recipient = keeping.recipient.toLowerCase();
  const isNamed = MAIL_TO?.some(({ address }) => address.toLowerCase() === recipient);
  if (recipient !== '' && isNamed === false) {
    const message = `MAIL_TO lacks ${recipient}, which the privacy page names.`;
    add('warning', 'recipient-differs', message);
  }
  return findings;
}

/**
 * Checks the release, the database, the mail server and the monitor, none of which needs a running
 * server. It sends no mail, creates no database and leaves the state at the monitor as it is: only
 * the running server knows whether it serves the release.
 */
export async function checkInstallation(settings: Settings): Promise<SettingsFinding[]> {
  const findings: SettingsFinding[] = [];
  const fail = (code: Code, message: string) => {
    findings.push({ code, severity: 'error', message });
  };
  let release: ReleaseManifest | undefined;
  try {
    ({ release } = await readRelease(settings.SITE_DIR));
    findings.push(...reviewSettings(settings, release));
  } catch (error) {
    fail('no-release', (error as Error).message);
  }
  try {
    const store = await openStore(settings, { mayCreate: false, busyTimeoutMs: 5_000 });
    const failures = await checkHealth({ store, settings }, Date.now());
    await store.close();
    for (const message of failures) fail('unhealthy', message);
  } catch (error) {
    fail('unhealthy', (error as Error).message);
  }
  const refusal = await callMonitor(settings.HEARTBEAT_URL, {
    kind: 'log',
    text: "'enquiries check' tried this address.",
  });
  if (refusal !== undefined) {
    const message = `The monitor at HEARTBEAT_URL did not take a call to '/log': ${refusal}.`;
    findings.push({ code: 'monitor', severity: 'warning', message });
  }
  try {
    if (settings.SMTP_URL !== '') {
      // The sender's domain is our name in EHLO. Without a release any name will do for the test.
      const sender = release ? senderOf({ release, settings }).address : 'localhost';
      await mailServerAt(settings.SMTP_URL, sender).verify();
    }
  } catch (error) {
    const { message } = error as Error;
    fail('mail-server', `The mail server of SMTP_URL cannot be used: ${message}.`);
  }
  return findings;
}

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
  const { release } = await readRelease(settings.SITE_DIR);
  const { hostname } = new URL(release.siteUrl);
  const receivedAtMs = Date.now();
  const messageId = `<test-${receivedAtMs}@${hostname}>`;
  const fields = { email: visitor ?? release.company.email, name: 'Test', message: 'Test' };
  const kind = visitor === undefined ? 'company' : 'confirmation';
  const mail = composeMail(
    { kind, messageId, receivedAtMs, fields, isSpam: false },
    { release, settings },
  );
  const signal = AbortSignal.timeout(MAIL_SERVER_WITHIN_MS);
  const { address } = senderOf({ release, settings });
  const { reply, refused } = await mailServerAt(settings.SMTP_URL, address).send(mail, signal);
  return refused === undefined ? reply : `${reply}; refused: ${refused}`;
}
