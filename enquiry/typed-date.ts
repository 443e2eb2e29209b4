import { isRealDate } from './enquiry.ts';

/** A day that exists. `month` counts from 1. */
export interface Day {
  day: number;
  month: number;
  year: number;
}

/** A slash, a dot, any dash or minus sign, or just a space. */
const SEPARATOR = String.raw`\s*[/.\p{Pd}\u2212]\s*|\s+`;
/** 5/3/2027, 05-03-2027, 5.3.2027, 5 3 2027; a full stop behind it ends the sentence it came from. */
const DAY_FIRST = new RegExp(
  `^(\\d{1,2})(?:${SEPARATOR})(\\d{1,2})(?:${SEPARATOR})(\\d{4})\\.?$`,
  'u',
);
/** Marks of writing direction and the like, which nobody sees and a paste brings along. */
const INVISIBLE = /\p{Cf}/gu;
/** 05032027: the digit keyboard of a phone has no separators. */
const DIGITS_ONLY = /^(\d{2})(\d{2})(\d{4})$/;
/** 2027-03-05, as calendars and spreadsheets copy it (ISO 8601). */
const YEAR_FIRST = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/;

/**
 * Reads a date as a visitor types or pastes it. Years have four digits: '5/3/27' could be meant
 * either way, so it is not guessed at.
 *
 * @returns undefined when it is not a date, or a day that does not exist (31/02/2027)
 */
export function parseTypedDate(text: string): Day | undefined {
  const typed = text.replace(INVISIBLE, '').trim();
  const yearFirst = YEAR_FIRST.exec(typed)?.groups;
  const [, day, month, year] = yearFirst
    ? ['', yearFirst.day, yearFirst.month, yearFirst.year]
    : (DAY_FIRST.exec(typed) ?? DIGITS_ONLY.exec(typed) ?? []);
  const date = { day: Number(day), month: Number(month), year: Number(year) };
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

/** The day it is in Belgium, wherever the visitor's clock is set to. */
export function todayInBelgium(now: Date): Day {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: 'Europe/Brussels',
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
