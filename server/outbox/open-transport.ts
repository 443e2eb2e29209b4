import { join } from 'node:path';
import { openFileTransport } from './file-transport.ts';
import type { MailTransport } from './mail-transport.ts';
import type { SiteAddresses } from './site-addresses.ts';
import { openSmtpTransport } from './smtp-transport.ts';

export interface TransportSettings {
  dataDir: string;
  /** `smtp://…` or `smtps://…`; empty: files in `dataDir/mail/`. */
  smtpUrl: string;
}

/**
 * Mails handed over at the same time, besides those that stand aside (`tries.ts`). Mail servers
 * dislike more from one sender.
 */
export const PARALLEL_DELIVERIES = 2;

/** Where mails are kept that are written as files. */
export const mailFolderOf = (dataDir: string) => join(dataDir, 'mail');

/** Opens the way out that the settings ask for. */
export function openTransport(
  { dataDir, smtpUrl }: TransportSettings,
  site: () => SiteAddresses,
): MailTransport {
  if (smtpUrl === '') return openFileTransport(mailFolderOf(dataDir), site);
  return openSmtpTransport({ url: smtpUrl, site });
}
