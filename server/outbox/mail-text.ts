const LONGEST_HEADER_TEXT = 120;

/** Control characters, line ends and bidirectional marks. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Free text for a display name or subject: one line without control characters, of limited length,
 * and no encoded-word (RFC 2047) that somebody typed, which a mail program would decode.
 */
export function headerText(text: string): string {
  const line = text.replace(UNSAFE, ' ').replace(/\s+/gu, ' ').trim().replace(/=\?/g, '= ?');
  const characters = [...line];
  if (characters.length <= LONGEST_HEADER_TEXT) return line;
  return `${characters.slice(0, LONGEST_HEADER_TEXT - 1).join('')}…`;
}

/** Every line end as `\n`: a lone CR would be altered on its way. */
export function withOneLineEnd(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** How a release writes dates and numbers. */
interface Writing {
  /** BCP 47: 'nl-BE'. */
  locale: string;
  /** IANA: 'Europe/Brussels'. */
  timeZone: string;
}

/** 'vrijdag 5 maart 2027' for the wire date '5-3-2027'. */
export function longDate(wireDate: string, { locale }: Writing): string {
  const [day = 0, month = 0, year = 0] = wireDate.split('-').map(Number);
  const date = Date.UTC(year, month - 1, day);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(date);
}

/** 'vrijdag 5 maart 2027 om 14:03', on the caterer's clock. */
export function longTime(ms: number, { locale, timeZone }: Writing): string {
  const style = { dateStyle: 'full', timeStyle: 'short', timeZone } as const;
  return new Intl.DateTimeFormat(locale, style).format(ms);
}

/** '120', '1200', '12.000': marks thousands from five figures on. */
export function writeNumber(value: number, { locale }: Writing): string {
  return new Intl.NumberFormat(locale, { useGrouping: 'min2' }).format(value);
}
