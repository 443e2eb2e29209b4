import type { Release } from '../enquiry/release.ts';
import { type Settings, SettingsError } from './settings.ts';

type Needs = Pick<Settings, 'alertUrl' | 'heartbeatUrl' | 'alert' | 'smtpUrl' | 'mail'>;

/** What a website that takes real enquiries must not lack, each in one line; empty when all is there. */
export function missingForReal(settings: Needs, { siteUrl }: Pick<Release, 'siteUrl'>): string[] {
  const nobodyKnows =
    settings.alertUrl === '' && settings.heartbeatUrl === '' && settings.alert !== 'none';
  const nobodyReads =
    siteUrl.startsWith('https:') && settings.smtpUrl === '' && settings.mail !== 'files';
  return [
    ...(nobodyKnows
      ? [
          'ALERT_URL and HEARTBEAT_URL are empty: nobody would know that enquiries do not arrive. ' +
            'Expected one of them, or ALERT=none to go without.',
        ]
      : []),
    ...(nobodyReads
      ? [
          'SMTP_URL is empty: enquiries would end as files in DATA_DIR/mail/. ' +
            'Expected a mail server, or MAIL=files to go without.',
        ]
      : []),
  ];
}

/** @throws SettingsError when a site with facts that are no samples lacks any of them */
export function assertReadyForReal(settings: Needs, release: Release): void {
  const [first] = missingForReal(settings, release);
  if (first !== undefined && !release.sampleFacts) throw new SettingsError(first);
}
