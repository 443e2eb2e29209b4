import type { Company } from '../content.ts';

/** How to reach the caterer at once. */
export interface Contact {
  /** As it is read: '09 000 00 00'. */
  phone: string;
  /** 'tel:+3290000000' */
  phoneHref: string;
  email: string;
}

export function contactOf({ phone, country, email }: Company): Contact {
  return { phone, phoneHref: phoneHref(phone, country), email };
}

/** ITU-T E.164. */
const COUNTRY_CODES: Record<Company['country'], string> = { BE: '+32', NL: '+31' };

/**
 * Address of a link that dials a number (RFC 3966), with the country's code in place of the leading
 * zero: '09 000 00 00' becomes 'tel:+3290000000'. A number with a code of its own, '+33 …' or
 * '0033 …', keeps it.
 */
export function phoneHref(phone: string, country: Company['country']): string {
  const digits = phone.replace('(0)', '').replace(/\D/g, '');
  if (phone.trim().startsWith('+')) return `tel:+${digits}`;
  if (digits.startsWith('00')) return `tel:+${digits.slice(2)}`;
  return `tel:${COUNTRY_CODES[country]}${digits.replace(/^0/, '')}`;
}
