import { isRealDate } from '../../../enquiry/enquiry.ts';

/** A day that exists. `month` counts from 1. */
export interface Day {
  day: number;
  month: number;
  year: number;
}

/** A slash, a dot, any dash or minus sign, or just a space. */
const SEPARATOR = String.raw`(?:\s*[/.\p{Pd}\u2212]\s*|\s+)`;
/**
 * 5/3/2027, 05-03-2027, 5.3.27, 5 3 2027, 5 maart 2027, 5 mrt. 27; a trailing full stop is ignored.
 */
const DAY_FIRST = new RegExp(
  String.raw`^(\d{1,2})${SEPARATOR}(\d{1,2}|[\p{L}\p{M}]+)${SEPARATOR}(\d{4}|\d{2})\.?$`,
  'u',
);
/** 05032027, 050327. */
const DIGITS_ONLY = /^(\d{2})(\d{2})(\d{4}|\d{2})$/;
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
export function parseTypedDate(text: string, locale: string): Day | undefined {
  const typed = text.replace(INVISIBLE, '').trim();
  const yearFirst = YEAR_FIRST.exec(typed)?.groups;
  const [, day, month = '', year = ''] = yearFirst
    ? ['', yearFirst.day, yearFirst.month, yearFirst.year]
    : (DAY_FIRST.exec(typed) ?? DIGITS_ONLY.exec(typed) ?? []);
  // Skips loading the month names, which takes a phone 100 ms.
  if (!month) return undefined;
  const date = {
    day: Number(day),
    month: /^\d/.test(month) ? Number(month) : monthOf(month, locale),
    year: Number(year) + (year.length === 2 ? CENTURY : 0),
  };
  if (!(date.year >= 1000) || !isRealDate(date.day, date.month, date.year)) return undefined;
  return date;
}

/**
 * The month with this full or abbreviated name in the locale ('maart', 'mrt', 'sept'), ignoring
 * accents and case.
 *
 * @returns from 1; 0 if unknown or ambiguous ('jui' in French)
 */
function monthOf(word: string, locale: string): number {
  const folded = fold(word);
  const months = monthNames(locale);
  const exact = months.findIndex((names) => names.includes(folded));
  if (exact >= 0 || folded.length < MIN_LETTERS) return exact + 1;
  const starting = months.filter((names) => names.some((name) => name.startsWith(folded)));
  const [only] = starting;
  return only && starting.length === 1 ? months.indexOf(only) + 1 : 0;
}

const namesByLocale = new Map<string, string[][]>();

/** Folded long and short names of each month, standalone and as in a date ('5 mrt'). */
function monthNames(locale: string): string[][] {
  const cached = namesByLocale.get(locale);
  if (cached) return cached;
  const formats = (['long', 'short'] as const).flatMap((month) => [
    new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' }),
    new Intl.DateTimeFormat(locale, { month, day: 'numeric', timeZone: 'UTC' }),
  ]);
  const names = Array.from({ length: 12 }, (_, month) =>
    formats.flatMap((format) =>
      format
        .formatToParts(Date.UTC(2027, month, 1))
        .filter(({ type }) => type === 'month')
        .map(({ value }) => fold(value)),
    ),
  );
  namesByLocale.set(locale, names);
  return names;
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();
}

/** `5-3-2027`, the wire format (specification, section 3). */
export function formatWireDate({ day, month, year }: Day): string {
  return `${day}-${month}-${year}`;
}

/** `05/03/2027`, the format that the field's label shows. */
export function formatTypedDate({ day, month, year }: Day): string {
  return `${twoDigits(day)}/${twoDigits(month)}/${year}`;
}

/** Today in a time zone ('Europe/Brussels'), whatever the visitor's own time zone. */
export function todayIn(timeZone: string, now: Date): Day {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(now);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value);
  return { day: part('day'), month: part('month'), year: part('year') };
}

export function isBefore(a: Day, b: Day): boolean {
  return sortable(a) < sortable(b);
}

const sortable = ({ day, month, year }: Day) => (year * 100 + month) * 100 + day;
const twoDigits = (number: number) => String(number).padStart(2, '0');
