import { fillIn } from '../../enquiry/fill-in.ts';

const LONGEST_HEADER_TEXT = 120;

/** Control characters, line ends, and the marks that turn the reading direction around. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Where an encoded-word would begin (RFC 2047): a reader would show what it decodes to. */
const ENCODED_WORD = /=\?/g;

/**
 * Free text for a display name or subject: one line, no control characters, nothing that turns
 * the reading direction, not endless, and no encoded-word that somebody typed: nodemailer encodes what
 * is left, and takes plain ASCII as it is.
 */
export function headerText(text: string): string {
  const line = text.replace(UNSAFE, ' ').replace(/\s+/gu, ' ').trim().replace(ENCODED_WORD, '= ?');
  const characters = [...line];
  if (characters.length <= LONGEST_HEADER_TEXT) return line;
  return `${characters.slice(0, LONGEST_HEADER_TEXT - 1).join('')}…`;
}

/** Every line end as `\n`, which mail carries as CRLF: a lone CR would be altered on the way. */
export function withOneLineEnd(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** How a release writes dates and numbers. */
export interface Writing {
  /** BCP 47: 'nl-BE'. */
  locale: string;
  /** IANA: 'Europe/Brussels'. */
  timeZone: string;
}

/** 'vrijdag 5 maart 2027' for the wire date '5-3-2027'. */
export function longDate(wireDate: string, { locale }: Writing): string {
  const [day = 0, month = 0, year = 0] = wireDate.split('-').map(Number);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, day),
  );
}

/** 'vrijdag 5 maart 2027 om 14:03', on the caterer's clock wherever the server stands. */
export function longTime(ms: number, { locale, timeZone }: Writing): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
  }).format(ms);
}

/** '120', '1200', '12.000': marks thousands from five figures on, as books do. */
export function writeNumber(value: number, { locale }: Writing): string {
  return new Intl.NumberFormat(locale, { useGrouping: 'min2' }).format(value);
}

/** '1 persoon', '120 personen': a number with the word that goes with it. */
export function writeCount(
  count: number,
  words: { one: string; other: string },
  writing: Writing,
): string {
  const isOne = new Intl.PluralRules(writing.locale).select(count) === 'one';
  return fillIn(isOne ? words.one : words.other, { count: writeNumber(count, writing) });
}
