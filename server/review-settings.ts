import type { ReleaseManifest } from '../release/manifest.ts';
import { isEncryptionWaived, type Settings } from '../runtime/settings.ts';

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
  | 'recipient-differs';

/** With an 'error', enquiries are not accepted or not delivered. */
type Severity = 'error' | 'warning';

/**
 * Finds settings that a real site still lacks, that are not safe, or that contradict the release.
 */
export function reviewSettings(settings: Settings, manifest: ReleaseManifest): SettingsFinding[] {
  const { SMTP_URL, HEARTBEAT_URL, BACKUP_DIR, CAPTCHA_SECRET, MAIL_TO } = settings;
  const { captcha, keeping, sampleFacts } = manifest;
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
