import { expect, test } from 'vitest';
import { applyOperation } from '../../shared/operations.ts';
import type { MaybeValue } from '../../shared/values.ts';
import { markDay } from './full-days.ts';

const TODAY = '2027-03-05';
const mark = (value: MaybeValue, day: string, isFull: boolean) =>
  markDay(value, day, isFull, TODAY).reduce(applyOperation, value);

test.each<[MaybeValue, string, boolean, MaybeValue]>([
  [undefined, '2027-06-12', true, { days: ['2027-06-12'] }],
  [undefined, '2027-06-12', false, undefined],
  [{ days: [] }, '2027-06-12', true, { days: ['2027-06-12'] }],
  [
    { days: ['2027-03-05', '2027-08-01'] },
    '2027-06-12',
    true,
    { days: ['2027-03-05', '2027-06-12', '2027-08-01'] },
  ],
  // A day that is marked twice is there once.
  [{ days: ['2027-06-12'] }, '2027-06-12', true, { days: ['2027-06-12'] }],
  [{ days: ['2027-06-12', '2027-06-12'] }, '2027-06-12', false, { days: [] }],
  // A past day leaves the list, wherever it is.
  [{ days: ['2027-08-01', '2027-03-04', '2020-01-01'] }, '2027-08-01', false, { days: [] }],
])('of the full days %j, marking %s (full: %s) makes %j', (value, day, isFull, expected) => {
  expect(mark(value, day, isFull)).toEqual(expected);
});
