import { expect, test } from 'vitest';
import { addDays, addMonths, startOfWeek, weeksAround } from './calendar-days.ts';

test.each([
  ['2027-12-31', 60, '2028-02-29'],
  ['2028-03-01', -1, '2028-02-29'],
])('%s and %d days is %s', (from, count, to) => {
  expect(addDays(new Date(from), count)).toEqual(new Date(to));
});

test.each([
  ['2028-01-31', 1, '2028-02-29'],
  ['2027-01-05', -1, '2026-12-05'],
  ['2027-03-31', -12, '2026-03-31'],
  ['2028-02-29', 12, '2029-02-28'],
])('%s and %d months is %s, the last day if the month is shorter', (from, count, to) => {
  expect(addMonths(new Date(from), count)).toEqual(new Date(to));
});

test.each(['2027-03-01', '2027-02-28', '2028-02-29', '2026-11-30', '2027-08-15'])(
  'the month of %s is shown in six whole weeks from Monday',
  (text) => {
    const day = new Date(text);
    const days = weeksAround(day).flat();
    const [first = day] = days;
    expect(days).toEqual(Array.from({ length: 42 }, (_, index) => addDays(first, index)));
    expect(first.getUTCDay()).toBe(1);
    const firstOfMonth = addDays(day, 1 - day.getUTCDate());
    expect(days).toContainEqual(firstOfMonth);
    expect(days).toContainEqual(addDays(addMonths(firstOfMonth, 1), -1));
    expect(days).toContainEqual(startOfWeek(day));
  },
);
