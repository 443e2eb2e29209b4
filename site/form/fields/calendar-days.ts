import type { Day } from './typed-date.ts';

const DAYS_OF_WEEK = 7;
/** The most that a month can need. All months have six, so that the height does not change. */
const WEEKS_SHOWN = 6;

/** A negative count goes back. */
export function addDays(day: Day, count: number): Day {
  return fromDate(new Date(Date.UTC(day.year, day.month - 1, day.day + count)));
}

/**
 * The same day of another month, or that month's last day if it is shorter. A negative count goes
 * back.
 */
export function addMonths({ year, month, day }: Day, count: number): Day {
  const lastOfMonth = fromDate(new Date(Date.UTC(year, month + count, 0)));
  return { ...lastOfMonth, day: Math.min(day, lastOfMonth.day) };
}

/** The Monday of a day's week (specification, section 1). */
export function startOfWeek(day: Day): Day {
  const sinceMonday = (toDate(day).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
  return addDays(day, -sinceMonday);
}

/** Whole weeks around a month, six whatever its length. */
export function weeksAround(month: Day): Day[][] {
  const first = startOfWeek({ ...month, day: 1 });
  return Array.from({ length: WEEKS_SHOWN }, (_, week) =>
    Array.from({ length: DAYS_OF_WEEK }, (_, day) => addDays(first, week * DAYS_OF_WEEK + day)),
  );
}

export function isSameDay(a: Day, b: Day | undefined): boolean {
  return a.day === b?.day && a.month === b.month && a.year === b.year;
}

/** Midnight UTC, for `Intl.DateTimeFormat` with `timeZone: 'UTC'`. */
export function toDate({ day, month, year }: Day): Date {
  return new Date(Date.UTC(year, month - 1, day));
}

function fromDate(date: Date): Day {
  return { day: date.getUTCDate(), month: date.getUTCMonth() + 1, year: date.getUTCFullYear() };
}
