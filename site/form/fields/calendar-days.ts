/* Arithmetic with days, which are a `Date` at midnight UTC. A negative count goes back. */

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_OF_WEEK = 7;
/** The most that a month can need. All months have six, so that the height does not change. */
const WEEKS_SHOWN = 6;

export function addDays(day: Date, count: number): Date {
  return new Date(day.getTime() + count * DAY_MS);
}

/** The same day of another month, or that month's last day if it is shorter. */
export function addMonths(day: Date, count: number): Date {
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() + count];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day.getUTCDate(), lastOfMonth)));
}

/** The Monday of a day's week (specification, section 1). */
export function startOfWeek(day: Date): Date {
  return addDays(day, -((day.getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK));
}

/** Whole weeks around the month of a day, six whatever its length. */
export function weeksAround(day: Date): Date[][] {
  const first = startOfWeek(addDays(day, 1 - day.getUTCDate()));
  return Array.from({ length: WEEKS_SHOWN }, (_, week) =>
    Array.from({ length: DAYS_OF_WEEK }, (_, day) => addDays(first, week * DAYS_OF_WEEK + day)),
  );
}
