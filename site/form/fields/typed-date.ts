/* Dates as visitors type them. A day is a `Date` at midnight UTC. */

/** A slash, a dot, any dash or minus sign, or just a space. */
const SEPARATOR = /\s*[/.\p{Pd}\u2212]\s*|\s+/u;
/** Format characters, which pasted text can contain. */
const INVISIBLE = /\p{Cf}/gu;
/** Added to a two-digit year. */
const CENTURY = 2000;
const MIN_LETTERS = 3;

/**
 * Parses a typed or pasted date: day first, unless it is ISO 8601.
 *
 * @param locale language of the month names
 * @returns undefined when it is not a date, or a day that does not exist (31/02/2027)
 */
export function parseTypedDate(text: string, locale: string): Date | undefined {
  const parts = splitDate(text.replace(INVISIBLE, '').trim());
  const [day = '', month = '', year = ''] = parts;
  if (parts.length !== 3) return undefined;
  if (!/^\d{1,2}$/.test(day) || !/^(\d{2}|\d{4})$/.test(year)) return undefined;

  const isNumber = /^\d{1,2}$/.test(month);
  const monthIndex = isNumber ? Number(month) - 1 : monthOf(month, locale);
  const fullYear = Number(year) + (year.length === 2 ? CENTURY : 0);
  if (fullYear < 1000) return undefined;
  // A day or a month that does not exist moves to another month.
  const date = new Date(Date.UTC(fullYear, monthIndex, Number(day)));
  const exists = date.getUTCMonth() === monthIndex && date.getUTCDate() === Number(day);
  return exists ? date : undefined;
}

/** The parts of a date, usually day, month and year. */
function splitDate(typed: string): string[] {
  // 2027-03-05, as calendars and spreadsheets copy it (ISO 8601).
  if (/^\d{4}-\d{2}-\d{2}$/.test(typed)) return typed.split('-').reverse();
  // 05032027, 050327.
  if (/^(\d{6}|\d{8})$/.test(typed)) {
    return [typed.slice(0, 2), typed.slice(2, 4), typed.slice(4)];
  }
  // 5/3/2027, 5 maart 27, 5 mrt. 27; a full stop at the end is ignored.
  return typed.replace(/\.$/, '').split(SEPARATOR);
}

/**
 * The month with this full or abbreviated name: 'maart', 'mrt', 'sept'.
 *
 * @returns from 0; -1 if unknown or ambiguous ('jui' in French)
 */
function monthOf(name: string, locale: string): number {
  const start = simplify(name);
  if (start.length < MIN_LETTERS) return -1;
  const matching: number[] = [];
  for (const [month, names] of monthNames(locale).entries()) {
    if (names.some((one) => one.startsWith(start))) matching.push(month);
  }
  const [month = -1, other] = matching;
  return other === undefined ? month : -1;
}

let cached: { locale: string; names: string[][] } | undefined;

/** Cached, because the first call takes a phone 100 ms. */
function monthNames(locale: string): string[][] {
  if (cached?.locale === locale) return cached.names;
  const long = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const short = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  const names = Array.from({ length: 12 }, (_, month) => {
    const date = Date.UTC(2027, month, 1);
    return [simplify(long.format(date)), simplify(short.format(date))];
  });
  cached = { locale, names };
  return names;
}

function simplify(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();
}

/** `5-3-2027`, the wire format (specification, section 3). */
export function formatWireDate(date: Date): string {
  const parts = [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear()];
  return parts.join('-');
}

/** `05/03/2027`, the format that the field's label shows. */
export function formatTypedDate(date: Date): string {
  const [iso = ''] = date.toISOString().split('T');
  return iso.split('-').reverse().join('/');
}

/** @param timeZone of the caterer: 'Europe/Brussels' */
export function todayIn(timeZone: string, now: Date): Date {
  // The Swedish locale formats dates as ISO 8601: '2026-08-01'.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
  return new Date(format.format(now));
}
