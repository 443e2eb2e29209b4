/* In this file a day is a `Date` at midnight UTC, and a negative count goes back in time. */

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_OF_WEEK = 7;
/**
 * The most weeks that a month can touch. Every month shows as many, so that the height stays the
 * same.
 */
const WEEKS_SHOWN = 6;

/** The same day of another month, or the last day of that month if it is shorter. */
export function addMonths(day: Date, count: number): Date {
  const year = day.getUTCFullYear();
  const month = day.getUTCMonth() + count;
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const dayOfMonth = Math.min(day.getUTCDate(), lastOfMonth);
  return new Date(Date.UTC(year, month, dayOfMonth));
}

/** The whole weeks around the month of a day. */
export function weeksAround(day: Date): Date[][] {
  const firstOfMonth = addDays(day, 1 - day.getUTCDate());
  const weeks: Date[][] = [];
  let next = startOfWeek(firstOfMonth);
  while (weeks.length < WEEKS_SHOWN) {
    const week: Date[] = [];
    while (week.length < DAYS_OF_WEEK) {
      week.push(next);
      next = addDays(next, 1);
    }
    weeks.push(week);
  }
  return weeks;
}

/**
 * The day that each key moves to (ARIA Authoring Practices, date picker dialog).
 *
 * @param months 1, or 12 with Shift
 */
export const MOVES_BY_KEY: Partial<Record<string, (day: Date, months: number) => Date>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: startOfWeek,
  End: (day) => addDays(startOfWeek(day), 6),
  PageUp: (day, months) => addMonths(day, -months),
  PageDown: addMonths,
};

/** The Monday of a day's week (specification, section 1). */
function startOfWeek(day: Date): Date {
  // `getUTCDay` counts from Sunday.
  const daysSinceMonday = (day.getUTCDay() + 6) % DAYS_OF_WEEK;
  return addDays(day, -daysSinceMonday);
}

function addDays(day: Date, count: number): Date {
  return new Date(day.getTime() + count * DAY_MS);
}
