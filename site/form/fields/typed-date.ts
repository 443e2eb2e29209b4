/*
 * Dates as visitors type them. A day is a `Date` at midnight UTC.
 */

/** A slash, a dot, any dash or minus sign, or just a space. */
const SEPARATOR = String.raw`(?:\s*[/.\p{Pd}\u2212]\s*|\s+)`;
/**
 * 5/3/2027, 05-03-2027, 5.3.27, 5 3 2027, 5 maart 2027, 5 mrt. 27; a trailing full stop is ignored.
 */
const DAY_FIRST = new RegExp(
  String.raw`^(?<day>\d{1,2})${SEPARATOR}(?<month>\d{1,2}|[\p{L}\p{M}]+)${SEPARATOR}(?<year>\d{4}|\d{2})\.?$`,
  'u',
);
/** 05032027, 050327. */
const DIGITS_ONLY = /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4}|\d{2})$/;
/** 2027-03-05, as calendars and spreadsheets copy it (ISO 8601). */
const YEAR_FIRST = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/;
/** Invisible format characters, which pasted text can contain. */
const INVISIBLE = /\p{Cf}/gu;
/** Added to a two-digit year. */
const CENTURY = 2000;
/** Minimum length of an abbreviated month name. */
const MIN_LETTERS = 3;

/**
 * Parses a typed or pasted date: day first, unless it is ISO 8601.
 *
 * @param locale language of the month names
 * @returns undefined when it is not a date, or a day that does not exist (31/02/2027)
 */
export function parseTypedDate(text: string, locale: string): Date | undefined {
  const typed = text.replace(INVISIBLE, '').trim();
  const match = YEAR_FIRST.exec(typed) ?? DAY_FIRST.exec(typed) ?? DIGITS_ONLY.exec(typed);
  if (!match) return undefined;
  const { day, month = '', year = '' } = match.groups ?? {};
  const monthIndex = /^\d/.test(month) ? Number(month) - 1 : monthOf(month, locale);
  const fullYear = Number(year) + (year.length === 2 ? CENTURY : 0);
  const date = new Date(Date.UTC(fullYear, monthIndex, Number(day)));
  const exists = date.getUTCMonth() === monthIndex && date.getUTCDate() === Number(day);
  return exists && fullYear >= 1000 ? date : undefined;
}

/**
 * The month with this full or abbreviated name in the locale ('maart', 'mrt', 'sept'), ignoring
 * accents and case.
 *
 * @returns from 0; -1 if unknown or ambiguous ('jui' in French)
 */
function monthOf(name: string, locale: string): number {
  const start = fold(name);
  const months = monthNames(locale).map((names) => names.some((one) => one.startsWith(start)));
  const isAmbiguous = months.indexOf(true) !== months.lastIndexOf(true);
  return isAmbiguous || start.length < MIN_LETTERS ? -1 : months.indexOf(true);
}

let cached: { locale: string; names: string[][] } | undefined;

/** Long and short names of each month, cached: the first call takes a phone 100 ms. */
function monthNames(locale: string): string[][] {
  if (cached?.locale !== locale) {
    const formats = (['long', 'short'] as const).map(
      (month) => new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' }),
    );
    const names = Array.from({ length: 12 }, (_, month) =>
      formats.map((format) => fold(format.format(Date.UTC(2027, month, 1)))),
    );
    cached = { locale, names };
  }
  return cached.names;
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();
}

/** `5-3-2027`, the wire format (specification, section 3). */
export function formatWireDate(date: Date): string {
  return [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear()].join('-');
}

/** `05/03/2027`, the format that the field's label shows. */
export function formatTypedDate(date: Date): string {
  return date.toISOString().slice(0, 10).split('-').reverse().join('/');
}

/** Today in a time zone ('Europe/Brussels'), whatever the visitor's own time zone. */
export function todayIn(timeZone: string, now: Date): Date {
  // The Swedish locale formats dates as ISO 8601: '2026-08-01'.
  return new Date(new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(now));
}
