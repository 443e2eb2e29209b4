import { expect, test } from 'vitest';
import { addDays, addMonths, startOfWeek, toDate, weeksAround } from './calendar-days.ts';

const day = (text: string) => {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
  return { day: date, month, year };
};

test.each([
  ['2027-12-31', 60, '2028-2-29'],
  ['2028-3-1', -1, '2028-2-29'],
  ['2027-3-5', 0, '2027-3-5'],
])('%s and %d days is %s', (from, count, to) => {
  expect(addDays(day(from), count)).toEqual(day(to));
});

test.each([
  ['2028-1-31', 1, '2028-2-29'],
  ['2027-1-5', -1, '2026-12-5'],
  ['2027-3-31', -12, '2026-3-31'],
  ['2028-2-29', 12, '2029-2-28'],
])('%s and %d months is %s, the last day where a month is shorter', (from, count, to) => {
  expect(addMonths(day(from), count)).toEqual(day(to));
});

test.each(['2027-3-1', '2027-2-28', '2028-2-29', '2026-11-30', '2027-8-15'])(
  'the month of %s is shown in six weeks from Monday, all of it',
  (text) => {
    const month = day(text);
    const days = weeksAround(month).flat();
    expect(days).toHaveLength(42);
    for (const [at, one] of days.entries()) expect(one).toEqual(addDays(days[0] ?? month, at));
    expect(toDate(days[0] ?? month).getUTCDay()).toBe(1);
    expect(days).toContainEqual({ ...month, day: 1 });
    expect(days).toContainEqual(addDays(addMonths({ ...month, day: 1 }, 1), -1));
    expect(days).toContainEqual(startOfWeek(month));
  },
);
