import type { Release } from '../../enquiry/release.ts';
import type { Settings } from '../settings.ts';
import type { MailAddress } from '../store/store.ts';

/**
 * The site's own addresses. They are put into a mail at each try, never stored with it: a wrong one
 * that was mended must reach the mails that already wait (decision 026).
 */
export interface SiteAddresses {
  /** Sender of every mail. */
  from: MailAddress;
  /** Who reads the enquiries. */
  company: MailAddress;
  /** Whom a visitor answers who answers the confirmation. */
  contact: MailAddress;
}

/**
 * `MAIL_FROM` and `MAIL_TO`, each the company's public address where it is not set. What the content
 * says of the recipient goes before: `assertKeeping` lets no `MAIL_TO` through that says otherwise.
 */
export function siteAddresses(
  { mailFrom, mailTo }: Pick<Settings, 'mailFrom' | 'mailTo'>,
  { company, keeping: { recipient } }: Pick<Release, 'company' | 'keeping'>,
): SiteAddresses {
  const contact = { name: company.name, address: company.email };
  const reader = recipient === '' ? contact : { name: company.name, address: recipient };
  return { from: mailFrom ?? contact, company: mailTo ?? reader, contact };
}
