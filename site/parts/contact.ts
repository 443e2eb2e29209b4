import type { Company } from '../content/content.ts';

export interface Contact {
  /** The number as the site shows it: '09 000 00 00'. */
  phone: string;
  /** 'tel:+3290000000' */
  phoneHref: string;
  email: string;
}

export function contactOf({ phone, country, email }: Company): Contact {
  return {
    phone,
    phoneHref: phoneHref(phone, country),
    email,
  };
}

/** Country codes of ITU-T E.164. */
const COUNTRY_CODES: Record<Company['country'], string> = { BE: '+32', NL: '+31' };

/**
 * Makes a `tel:` URL (RFC 3966). '+33 …' and '0033 …' keep their code; '09 …' gets the country's.
 */
export function phoneHref(phone: string, country: Company['country']): string {
  const digits = phone.replace('(0)', '').replace(/\D/g, '');
  if (phone.trim().startsWith('+')) return `tel:+${digits}`;
  if (digits.startsWith('00')) return `tel:+${digits.slice(2)}`;
  return `tel:${COUNTRY_CODES[country]}${digits.replace(/^0/, '')}`;
}
