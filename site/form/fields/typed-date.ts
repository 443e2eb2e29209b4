import { isRealDate } from '../../../enquiry/wire-date.ts';

/** A day that exists. `month` counts from 1. */
export interface Day {
  day: number;
  month: number;
  year: number;
}

/** A slash, a dot, any dash or minus sign, or just a space. */
const SEPARATOR = String.raw`(?:\s*[/.\p{Pd}\u2212]\s*|\s+)`;
/**
 * 5/3/2027, 05-03-2027, 5.3.27, 5 3 2027, 5 maart 2027, 5 mrt. 27; a full stop behind it ends the
 * sentence it came from.
 */
const DAY_FIRST = new RegExp(
  String.raw`^(\d{1,2})${SEPARATOR}(\d{1,2}|[\p{L}\p{M}]+)${SEPARATOR}(\d{4}|\d{2})\.?$`,
  'u',
);
/** 05032027, 050327. */
const DIGITS_ONLY = /^(\d{2})(\d{2})(\d{4}|\d{2})$/;
/** 2027-03-05, as calendars and spreadsheets copy it (ISO 8601). */
const YEAR_FIRST = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/;
/** Marks of writing direction and the like, invisible, which a paste brings along. */
const INVISIBLE = /\p{Cf}/gu;
/** What a year of two figures counts from: parties lie ahead. */
const CENTURY = 2000;
/** What a word must share with a month's name: 'mar' is not yet March where there is May too. */
const LEAST_LETTERS = 3;

/**
 * Reads a date as a visitor types or pastes it: the day first, unless it is ISO 8601.
 *
 * @param locale of the months' names
 * @returns undefined when it is not a date, or a day that does not exist (31/02/2027)
 */
export function parseTypedDate(text: string, locale: string): Day | undefined {
  const typed = text.replace(INVISIBLE, '').trim();
  const yearFirst = YEAR_FIRST.exec(typed)?.groups;
  const [, day, month = '', year = ''] = yearFirst
    ? ['', yearFirst.day, yearFirst.month, yearFirst.year]
    : (DAY_FIRST.exec(typed) ?? DIGITS_ONLY.exec(typed) ?? []);
  // The names of months take a phone a tenth of a second, and an empty field has none.
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
 * The month that a word names in the locale, whole or shortened ('maart', 'mrt', 'sept'), with or
 * without accents and capitals.
 *
 * @returns from 1; 0 for a word that is none, or could be two ('jui' in French)
 */
function monthOf(word: string, locale: string): number {
  const asked = fold(word);
  const months = monthNames(locale);
  const exact = months.findIndex((names) => names.includes(asked));
  if (exact >= 0 || asked.length < LEAST_LETTERS) return exact + 1;
  const starting = months.filter((names) => names.some((name) => name.startsWith(asked)));
  const [only] = starting;
  return only && starting.length === 1 ? months.indexOf(only) + 1 : 0;
}

const namesByLocale = new Map<string, string[][]>();

/** The long and short names of each month, within a date ('5 mrt') and by themselves, folded. */
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

/** `5-3-2027`, as the date travels (specification, section 3). */
export function formatWireDate({ day, month, year }: Day): string {
  return `${day}-${month}-${year}`;
}

/** `05/03/2027`, as the field's label asks for it. */
export function formatTypedDate({ day, month, year }: Day): string {
  return `${twoDigits(day)}/${twoDigits(month)}/${year}`;
}

/** The day it is in a time zone ('Europe/Brussels'), wherever the visitor's clock is set to. */
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
