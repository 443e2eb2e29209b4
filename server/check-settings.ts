import type { Release } from '../enquiry/release.ts';
import { findTrouble } from './heartbeat.ts';
import { composeMail } from './outbox/compose-mail.ts';
import { connectMailServer } from './outbox/mail-server.ts';
import { readRelease } from './release.ts';
import { isEncryptionWaived, type Settings } from './settings.ts';
import { openStore } from './store/store.ts';

/** Connecting and logging in, or sending a test mail, takes at most so long. */
const MAIL_SERVER_WITHIN_MS = 60_000;

/** Something that should be put right. The message is English; the desk translates by code. */
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
  /** 'error': enquiries are not taken in or do not arrive. */
  severity: 'error' | 'warning';
  message: string;
}

/** What the settings lack for the release that is served. */
export function checkContent(settings: Settings, release: Release): SettingsFinding[] {
  const { SMTP_URL, HEARTBEAT_URL, BACKUP_DIR, CAPTCHA_SECRET, MAIL_TO } = settings;
  const { captcha, keeping, sampleFacts } = release;
  const findings: (SettingsFinding | false)[] = [
    SMTP_URL === '' && {
      code: 'no-mail-server',
      severity: sampleFacts ? 'warning' : 'error',
      message: sampleFacts
        ? 'SMTP_URL is empty: mails are written as files into DATA_DIR/mail.'
        : 'SMTP_URL is empty: enquiries are kept, and no mail leaves until there is a mail server.',
    },
    SMTP_URL !== '' &&
      isEncryptionWaived(SMTP_URL) && {
        code: 'mail-in-clear-text',
        severity: 'warning',
        message: 'SMTP_URL says requireTLS=false: mails may leave in clear text.',
      },
    HEARTBEAT_URL === '' && {
      code: 'no-heartbeat',
      severity: 'warning',
      message: 'HEARTBEAT_URL is empty: nobody is told when enquiries do not arrive.',
    },
    BACKUP_DIR === undefined && {
      code: 'no-backup',
      severity: 'warning',
      message: 'BACKUP_DIR is empty: nobody is told when backups fail.',
    },
    captcha.provider !== 'altcha' &&
      CAPTCHA_SECRET === '' && {
        code: 'no-captcha-secret',
        severity: 'error',
        message: `CAPTCHA_SECRET is empty: expected the secret key that ${captcha.provider} gave you.`,
      },
    keeping.recipient !== '' &&
      MAIL_TO !== undefined &&
      MAIL_TO.address.toLowerCase() !== keeping.recipient.toLowerCase() && {
        code: 'recipient-differs',
        severity: 'warning',
        message: `MAIL_TO differs from ${keeping.recipient}, which the privacy page names as the reader of enquiries.`,
      },
  ];
  return findings.filter((finding) => finding !== false);
}

/** Checks everything that can be tried without a running server; sends no mail. */
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
 * Sends an example enquiry to the reader of enquiries.
 *
 * @returns the mail server's answer
 * @throws Error why it was not taken
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
