import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRealDate } from '../../../enquiry/wire-date.ts';
import {
  addDays,
  addMonths,
  isSameDay,
  startOfWeek,
  toDate,
  weeksAround,
} from './calendar-days.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MONDAY = 1;

const anyDay = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => ({
    day: date.getUTCDate(),
    month: date.getUTCMonth() + 1,
    year: date.getUTCFullYear(),
  }));

test('days are counted across months and years, and back again', () => {
  expect(addDays({ day: 31, month: 12, year: 2027 }, 60)).toEqual({
    day: 29,
    month: 2,
    year: 2028,
  });
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -800, max: 800 }), (day, count) => {
      const later = addDays(day, count);
      expect(toDate(later).getTime() - toDate(day).getTime()).toBe(count * DAY_MS);
      expect(addDays(later, -count)).toEqual(day);
    }),
  );
});

test('a month on is the same day, or the last of a month that is shorter', () => {
  expect(addMonths({ day: 31, month: 1, year: 2028 }, 1)).toEqual({
    day: 29,
    month: 2,
    year: 2028,
  });
  expect(addMonths({ day: 5, month: 1, year: 2027 }, -1)).toEqual({
    day: 5,
    month: 12,
    year: 2026,
  });
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -30, max: 30 }), (day, count) => {
      const there = addMonths(day, count);
      expect(there.year * 12 + there.month - (day.year * 12 + day.month)).toBe(count);
      expect(isRealDate(there.day, there.month, there.year)).toBe(true);
      if (there.day !== day.day) {
        expect(there.day).toBeLessThan(day.day);
        expect(addDays(there, 1).day).toBe(1);
      }
    }),
  );
});

test('a month stands in six weeks from Monday, every day of it once', () => {
  fc.assert(
    fc.property(anyDay, (month) => {
      const days = weeksAround(month).flat();
      expect(days).toHaveLength(42);
      for (const [at, day] of days.entries()) {
        expect(day).toEqual(addDays(days[0] ?? day, at));
        expect(toDate(startOfWeek(day)).getUTCDay()).toBe(MONDAY);
      }
      expect(toDate(days[0] ?? month).getUTCDay()).toBe(MONDAY);
      expect(days.slice(0, 7).some((day) => isSameDay(day, { ...month, day: 1 }))).toBe(true);
      expect(
        days.some((day) => isSameDay(day, addDays(addMonths({ ...month, day: 1 }, 1), -1))),
      ).toBe(true);
    }),
  );
});
