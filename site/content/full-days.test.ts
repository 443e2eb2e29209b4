import { expect, test } from 'vitest';
import { fullDaysToCome } from './full-days.ts';

test.each([
  ['2027-03-05T22:59:00Z', ['2027-03-05', '2027-03-06']],
  // It is midnight in Belgium.
  ['2027-03-05T23:00:00Z', ['2027-03-06']],
  ['2027-03-07T12:00:00Z', []],
])('at %s the full days to come are %j, each once and in order', (now, days) => {
  const marked = ['2027-03-06', '2020-01-01', '2027-03-05', '2027-03-06'];
  expect(fullDaysToCome(marked, 'Europe/Brussels', new Date(now))).toEqual(days);
});
