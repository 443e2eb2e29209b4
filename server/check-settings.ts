import type { Release } from '../enquiry/release.ts';
import { findTrouble } from './heartbeat.ts';
import { composeMail } from './outbox/compose-mail.ts';
import { connectMailServer } from './outbox/mail-server.ts';
import { readRelease } from './release.ts';
import { isEncryptionWaived, type Settings } from './settings.ts';
import { openStore } from './store/store.ts';

/** Time limit for connecting and logging in, or for sending a test mail. */
const MAIL_SERVER_WITHIN_MS = 60_000;

/** A problem with the settings. The message is English; the desk translates by code. */
export interface SettingsFinding {
  code:
    | 'no-mail-server'
    | 'mail-in-clear-text'
    | 'no-heartbeat'
    | 'no-backup'
    | 'no-captcha-secret'
    | 'recipient-differs'
    | 'no-release'
    | 'trouble'
    | 'mail-server';
  /** 'error': enquiries are not accepted or not delivered. */
  severity: 'error' | 'warning';
  message: string;
}

/** Checks the settings against the current release. */
export function checkContent(settings: Settings, release: Release): SettingsFinding[] {
  const { SMTP_URL, HEARTBEAT_URL, BACKUP_DIR, CAPTCHA_SECRET, MAIL_TO } = settings;
  const { captcha, keeping, sampleFacts } = release;
  const reader = keeping.recipient.toLowerCase();
  const findings: SettingsFinding[] = [];
  const find = (
    severity: SettingsFinding['severity'],
    code: SettingsFinding['code'],
    message: string,
  ) => findings.push({ code, severity, message });
  if (SMTP_URL === '' && sampleFacts) {
    find('warning', 'no-mail-server', 'SMTP_URL is empty: mails are written into DATA_DIR/mail.');
  } else if (SMTP_URL === '') {
    find('error', 'no-mail-server', 'SMTP_URL is empty: enquiries are kept, and no mail leaves.');
  } else if (isEncryptionWaived(SMTP_URL)) {
    find('warning', 'mail-in-clear-text', 'SMTP_URL lets mails leave in clear text.');
  }
  if (HEARTBEAT_URL === '') {
    const message = 'HEARTBEAT_URL is empty: enquiries that do not arrive raise no alarm.';
    find('warning', 'no-heartbeat', message);
  }
  if (BACKUP_DIR === undefined) {
    find('warning', 'no-backup', 'BACKUP_DIR is empty: backups that fail raise no alarm.');
  }
  if (captcha.provider !== 'altcha' && CAPTCHA_SECRET === '') {
    const message = `CAPTCHA_SECRET is empty: expected the secret key of ${captcha.provider}.`;
    find('error', 'no-captcha-secret', message);
  }
  if (reader !== '' && MAIL_TO && MAIL_TO.address.toLowerCase() !== reader) {
    const message = `MAIL_TO is not ${reader}, which the privacy page names as the reader.`;
    find('warning', 'recipient-differs', message);
  }
  return findings;
}

/** Checks everything that does not need a running server; sends no mail. */
export async function checkSettings(settings: Settings): Promise<SettingsFinding[]> {
  const findings: SettingsFinding[] = [];
  const fail = (code: SettingsFinding['code']) => (error: Error) => {
    findings.push({ code, severity: 'error', message: error.message });
    return undefined;
  };
  const published = await readRelease(settings.SITE_DIR).catch(fail('no-release'));
  if (published) findings.push(...checkContent(settings, published.release));
  const store = await openStore(settings, { busyTimeoutMs: 5_000 }).catch(fail('trouble'));
  if (store) {
    const troubles = await findTrouble(
      { store, settings, releaseTrouble: () => undefined },
      Date.now(),
    );
    for (const message of troubles) findings.push({ code: 'trouble', severity: 'error', message });
    await store.close();
  }
  if (settings.SMTP_URL !== '') {
    const signal = AbortSignal.timeout(MAIL_SERVER_WITHIN_MS);
    const session = await connectMailServer(settings.SMTP_URL, signal).catch((error: Error) =>
      fail('mail-server')(
        new Error(`The mail server of SMTP_URL takes no mail: ${error.message}.`),
      ),
    );
    session?.close();
  }
  return findings;
}

/**
 * Sends an example enquiry to the caterer's mailbox.
 *
 * @returns the mail server's answer
 * @throws Error why it was refused
 */
export async function sendTestMail(settings: Settings): Promise<string> {
  if (settings.SMTP_URL === '') throw new Error('SMTP_URL is empty: there is no mail server.');
  const { release } = await readRelease(settings.SITE_DIR);
  const { hostname } = new URL(release.siteUrl);
  const receivedAtMs = Date.now();
  const mail = composeMail(
    {
      kind: 'company',
      messageId: `<test-${receivedAtMs}@${hostname}>`,
      receivedAtMs,
      fields: { email: release.company.email, name: 'Test', message: 'Test' },
      isSpam: false,
    },
    { release, settings },
  );
  const signal = AbortSignal.timeout(MAIL_SERVER_WITHIN_MS);
  const session = await connectMailServer(settings.SMTP_URL, signal);
  try {
    return await session.send(mail, signal);
  } finally {
    session.close();
  }
}
