import { type Contact, phoneHref } from '../../../site/parts/contact.ts';

/**
 * A number with the signs that people write between its digits, from its first to its last digit.
 */
const NUMBER = /\+?\d(?:[\s./()\-–]*\d)*/;
/** The separators that people write between two numbers: '0475 12 34 56 / 09 123 45 67'. */
const BETWEEN = /\s[/–-]\s|\n/;
/** ITU-T E.164 allows no more. */
const MAX_DIGITS = 15;

const digitsIn = (text: string) => text.replace(/\D/g, '').length;

/**
 * A `tel:` address for the first number in what a visitor wrote.
 *
 * @returns undefined when there is no number to dial
 */
export function telephoneHref(
  written: string,
  country: Parameters<typeof phoneHref>[1],
): Contact['phoneHref'] | undefined {
  const [all = ''] = NUMBER.exec(written) ?? [];
  const first = digitsIn(all) > MAX_DIGITS ? (all.split(BETWEEN)[0] ?? '') : all;
  const length = digitsIn(first);
  return length >= 3 && length <= MAX_DIGITS ? phoneHref(first, country) : undefined;
}

/** Programs and phones cut or refuse longer addresses: Windows at 2,083, Outlook at about 2,000. */
const MAX_CHARACTERS = 2000;

/**
 * A `mailto:` address (RFC 6068) with an answer to a message, of which as much as fits is quoted.
 */
export function replyTo(
  mail: { to: string; subject: string; greeting: string },
  message: string,
): string {
  const encode = encodeURIComponent;
  const start = `mailto:${encode(mail.to)}?subject=${encode(mail.subject)}&body=`;
  const write = (quoted: string) => {
    const text = quoted.replace(/^/gm, '> ').replaceAll('\n', '\r\n');
    return start + encode(`${mail.greeting}\r\n\r\n\r\n\r\n${text}`);
  };
  const whole = write(message);
  if (whole.length <= MAX_CHARACTERS) return whole;
  const characters = [...message];
  let [fits, tooMany] = [0, characters.length];
  while (tooMany - fits > 1) {
    const half = Math.floor((fits + tooMany) / 2);
    if (write(`${characters.slice(0, half).join('')}…`).length <= MAX_CHARACTERS) fits = half;
    else tooMany = half;
  }
  return write(`${characters.slice(0, fits).join('')}…`);
}
