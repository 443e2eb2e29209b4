import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import { readDkimKey } from './dkim.ts';
import { openFileTransport } from './file-transport.ts';
import type { MailTransport } from './mail-transport.ts';
import type { SiteAddresses } from './site-addresses.ts';
import { openSmtpTransport } from './smtp-transport.ts';

export type TransportSettings = Pick<
  Settings,
  'dataDir' | 'smtpUrl' | 'dkimKeyFile' | 'dkimSelector'
>;

/**
 * Mails handed over at the same time, besides those that stand aside (`tries.ts`). Mail servers
 * dislike more from one sender.
 */
export const PARALLEL_DELIVERIES = 2;

/** Where mails are kept that are written as files. */
export const mailFolderOf = (dataDir: string) => join(dataDir, 'mail');

/**
 * Opens the way out that the settings ask for.
 *
 * @throws SettingsError when a key cannot be read
 */
export function openTransport(
  settings: TransportSettings,
  site: () => SiteAddresses,
): MailTransport {
  const { dataDir, smtpUrl } = settings;
  if (smtpUrl === '') return openFileTransport(mailFolderOf(dataDir), site);
  const dkim = readDkimKey(settings);
  return openSmtpTransport({ url: smtpUrl, site, ...(dkim && { dkim }) });
}
