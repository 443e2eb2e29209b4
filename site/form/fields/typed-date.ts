import { dayIn } from '../../../release/day-in.ts';

/* Parses dates as visitors type them. A day is a `Date` at midnight UTC. */

/** A slash, a dot, any dash or minus sign, or just a space. */
const SEPARATOR = /\s*[/.\p{Pd}\u2212]\s*|\s+/u;
/** Format characters, which pasted text can contain. */
const INVISIBLE = /\p{Cf}/gu;
/** '1ste', '2de', '5e', '1er', '3rd': the day of the month as an ordinal. */
const ORDINAL = /^(\d{1,2})(?:s?te|de|e|er|st|nd|rd|th|\u00b0|\u00ba)$/i;
/** This is added to a two-digit year. */
const CENTURY = 2000;
/** A later year is probably a typing error. */
const LAST_LIKELY_YEAR = 2100;
/** A leap day may be eight years away (2096 to 2104). */
const MAX_YEARS_AHEAD = 8;
const MIN_MONTH_LETTERS = 3;
const MIN_WEEKDAY_LETTERS = 2;

/**
 * Parses a typed or pasted date: day first, unless it is ISO 8601. Without a year it is the first
 * such day from today, by the visitor's clock.
 *
 * @param locale language of the names of months and weekdays
 * @returns undefined when it is not a date, or a day that does not exist (31/02/2027)
 */
export function parseTypedDate(text: string, locale: string, now = new Date()): Date | undefined {
  const { parts } = splitWeekday(text, locale);
  const [first = '', month = '', year, rest] = parts;
  const day = first.replace(ORDINAL, '$1');
  if (rest !== undefined || !/^\d{1,2}$/.test(day)) return undefined;
  const isNumber = /^\d{1,2}$/.test(month);
  const monthIndex = isNumber ? Number(month) - 1 : monthOf(month, locale);
  const inYear = (fullYear: number) => {
    // A day or a month that does not exist moves to another month.
    const date = new Date(Date.UTC(fullYear, monthIndex, Number(day)));
    const exists = date.getUTCMonth() === monthIndex && date.getUTCDate() === Number(day);
    return exists ? date : undefined;
  };
  if (year === undefined) {
    const thisYear = now.getFullYear();
    const today = new Date(Date.UTC(thisYear, now.getMonth(), now.getDate()));
    for (let ahead = 0; ahead <= MAX_YEARS_AHEAD; ahead += 1) {
      const date = inYear(thisYear + ahead);
      if (date && date >= today) return date;
    }
    return undefined;
  }
  if (!/^(\d{2}|\d{4})$/.test(year)) return undefined;
  const fullYear = Number(year) + (year.length === 2 ? CENTURY : 0);
  return fullYear < 1000 ? undefined : inYear(fullYear);
}

/** Why a date is doubtful. The form then asks the visitor, who may send it all the same. */
type DateDoubt = 'past' | 'far' | 'weekday';

/**
 * @param text the text in which {@link parseTypedDate} found `date`
 * @param today today's date in the caterer's time zone
 */
export function doubtAbout(
  text: string,
  date: Date,
  locale: string,
  today: Date,
): DateDoubt | undefined {
  const { weekday } = splitWeekday(text, locale);
  if (weekday !== undefined && weekday !== date.getUTCDay()) return 'weekday';
  if (date < today) return 'past';
  return date.getUTCFullYear() > LAST_LIKELY_YEAR ? 'far' : undefined;
}

/**
 * Splits a date into its weekday and its other parts: 'zaterdag 5 maart' has weekday 6 and the
 * parts '5' and 'maart'.
 */
function splitWeekday(text: string, locale: string): { weekday?: number; parts: string[] } {
  const typed = text.replace(INVISIBLE, '').trim();
  // A number follows a weekday, so 'ma' (maandag) is not mistaken for a month.
  const [, name, rest = ''] = /^([\p{L}\p{M}]+)[.,]?\s+(\d.*)$/u.exec(typed) ?? [];
  if (name === undefined) return { parts: splitDate(typed) };
  const weekday = indexOfName(name, weekdayNames(locale), MIN_WEEKDAY_LETTERS);
  return weekday < 0 ? { parts: [] } : { weekday, parts: splitDate(rest) };
}

/** The parts of a date, usually day, month and year. */
function splitDate(typed: string): string[] {
  // 2027-03-05, as calendars and spreadsheets copy it (ISO 8601).
  if (/^\d{4}-\d{2}-\d{2}$/.test(typed)) return typed.split('-').reverse();
  // A date without separators: 05032027, 050327.
  if (/^(\d{6}|\d{8})$/.test(typed)) {
    return [typed.slice(0, 2), typed.slice(2, 4), typed.slice(4)];
  }
  // 5/3/2027, 5 maart 27, 5 mrt. 27, 5 maart, 2027; a full stop at the end is ignored.
  const withoutCommas = typed.replace(/(\p{L}),/gu, '$1 ').replace(/\.$/, '');
  // Two numbers with only a space between them are not a date: '5 3'.
  if (/^\d+\s+\d+$/.test(withoutCommas)) return [];
  return withoutCommas.split(SEPARATOR);
}

/** @returns the month, counted from 0; -1 if the name is unknown or ambiguous ('jui' in French) */
function monthOf(name: string, locale: string): number {
  return indexOfName(name, namesIn(locale).months, MIN_MONTH_LETTERS);
}

/** The names of the weekdays, counted from 0 for Sunday as `getUTCDay` does. */
function weekdayNames(locale: string): string[][] {
  return namesIn(locale).weekdays;
}

/**
 * Finds a full or abbreviated name: 'maart', 'mrt', 'sept'.
 *
 * @returns -1 if it is unknown, ambiguous or too short
 */
function indexOfName(name: string, lists: string[][], minLetters: number): number {
  const start = simplify(name);
  if (start.length < minLetters) return -1;
  const matching: number[] = [];
  for (const [index, names] of lists.entries()) {
    if (names.some((known) => known.startsWith(start))) matching.push(index);
  }
  const [index = -1, other] = matching;
  return other === undefined ? index : -1;
}

interface DateNames {
  months: string[][];
  weekdays: string[][];
}

let cached: { locale: string; names: DateNames } | undefined;

/** The names are cached, because the first call takes a phone 100 ms. */
function namesIn(locale: string): DateNames {
  if (cached?.locale === locale) return cached.names;
  const styles = ['long', 'short'] as const;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const months = styles.map((month) => format({ month }));
  const weekdays = styles.map((weekday) => format({ weekday }));
  const names = {
    months: Array.from({ length: 12 }, (_, month) =>
      months.map((format) => simplify(format.format(Date.UTC(2027, month, 1)))),
    ),
    // 3 January 2027 is a Sunday.
    weekdays: Array.from({ length: 7 }, (_, day) =>
      weekdays.map((format) => simplify(format.format(Date.UTC(2027, 0, 3 + day)))),
    ),
  };
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

/** @param fullDays its `days` are separated by spaces: '2027-03-05 2027-03-06' */
export const isFullDay = (fullDays: { days: string } | undefined, date: Date): boolean =>
  fullDays?.days.includes(date.toISOString().slice(0, 10)) === true;

/** @param timeZone the caterer's: 'Europe/Brussels' */
export function todayIn(timeZone: string, now: Date): Date {
  return new Date(dayIn(timeZone, now.getTime()));
}
