const LONGEST_HEADER_TEXT = 120;

/** Control characters, line ends and bidirectional marks. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Makes free text safe for a display name or subject: one line of limited length, without control
 * characters or encoded-words (RFC 2047), which a mail program would decode.
 */
export function headerText(text: string): string {
  const line = text.replace(UNSAFE, ' ').replace(/\s+/gu, ' ').trim().replace(/=\?/g, '= ?');
  const characters = [...line];
  if (characters.length <= LONGEST_HEADER_TEXT) return line;
  return `${characters.slice(0, LONGEST_HEADER_TEXT - 1).join('')}…`;
}

/** Normalises line breaks to `\n`, because a bare CR would be changed in transit. */
export function withOneLineEnd(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Locale and time zone for dates and numbers. */
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

/** '120', '1200', '12.000': with thousands separators from five digits. */
export function writeNumber(value: number, { locale }: Writing): string {
  return new Intl.NumberFormat(locale, { useGrouping: 'min2' }).format(value);
}
