import { isRealDate } from '../../../enquiry/wire-date.ts';
import { monthOf } from './month-names.ts';

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
/** 05032027, 050327: the digit keyboard of a phone has no separators. */
const DIGITS_ONLY = /^(\d{2})(\d{2})(\d{4}|\d{2})$/;
/** 2027-03-05, as calendars and spreadsheets copy it (ISO 8601). */
const YEAR_FIRST = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/;
/** Marks of writing direction and the like, which nobody sees and a paste brings along. */
const INVISIBLE = /\p{Cf}/gu;
/** What a year of two figures counts from: parties lie ahead. */
const CENTURY = 2000;

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
    month: /^\d/.test(month) ? Number(month) : (monthOf(month, locale) ?? 0),
    year: Number(year) + (year.length === 2 ? CENTURY : 0),
  };
  if (!(date.year >= 1000) || !isRealDate(date.day, date.month, date.year)) return undefined;
  return date;
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
