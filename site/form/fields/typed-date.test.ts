import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWireDate } from '../../../enquiry/wire-date.ts';
import {
  formatTypedDate,
  formatWireDate,
  isBefore,
  parseTypedDate,
  todayIn,
} from './typed-date.ts';

const LOCALES = ['nl-BE', 'fr-BE', 'de-BE', 'en-GB'] as const;

/** '5-3-2027', or 'none'. */
function read(text: string, locale = 'nl-BE'): string {
  const date = parseTypedDate(text, locale);
  return date ? formatWireDate(date) : 'none';
}

const day = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => ({
    day: date.getUTCDate(),
    month: date.getUTCMonth() + 1,
    year: date.getUTCFullYear(),
  }));
const separator = fc.constantFrom(
  '/',
  '-',
  '.',
  ' ',
  ' / ',
  ' - ',
  '–',
  '—',
  '\u2212',
  '\u2011',
  '. ',
);
const around = fc.constantFrom('', ' ', '\u00a0', '\n', '\u200e', '\u200b');
const pad = (number: number) => String(number).padStart(2, '0');

describe('a day that exists is understood', () => {
  test('with whatever stands between day, month and year, and around them', () => {
    const typed = fc.tuple(
      day,
      separator,
      separator,
      around,
      fc.boolean(),
      fc.constantFrom('', '.'),
    );
    fc.assert(
      fc.property(typed, ([date, first, second, space, isPadded, end]) => {
        const [d, m] = [date.day, date.month].map(isPadded ? pad : String);
        const text = `${space}${d}${first}${m}${second}${date.year}${end}${space}`;
        expect(read(text), text).toBe(formatWireDate(date));
        expect(isWireDate(read(text))).toBe(true);
      }),
    );
  });

  test('without anything between, and as calendars and spreadsheets copy it', () => {
    fc.assert(
      fc.property(day, (date) => {
        const [d, m] = [pad(date.day), pad(date.month)];
        expect(read(`${d}${m}${date.year}`)).toBe(formatWireDate(date));
        expect(read(`${date.year}-${m}-${d}`)).toBe(formatWireDate(date));
        expect(parseTypedDate(formatTypedDate(date), 'nl-BE')).toEqual(date);
      }),
    );
  });

  test('with a year of two figures, which lies in this century', () => {
    const soon = day.filter(({ year }) => year >= 2000 && year < 2100);
    fc.assert(
      fc.property(soon, separator, (date, between) => {
        const year = pad(date.year % 100);
        const wire = formatWireDate(date);
        expect(read([date.day, date.month, year].join(between))).toBe(wire);
        expect(read(`${pad(date.day)}${pad(date.month)}${year}`)).toBe(wire);
      }),
    );
  });

  test('with the month in words, as each language writes it', () => {
    fc.assert(
      fc.property(
        day,
        fc.constantFrom(...LOCALES),
        fc.constantFrom('long', 'short'),
        (date, locale, month) => {
          const utc = Date.UTC(2027, date.month - 1, 1);
          const format = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' });
          const text = `${date.day} ${format.format(utc)} ${date.year}`;
          expect(read(text, locale), text).toBe(formatWireDate(date));
          expect(read(text.toUpperCase(), locale), text).toBe(formatWireDate(date));
        },
      ),
    );
  });

  test.each([
    ['5 maart 27', 'nl-BE'],
    ['5 mrt 27', 'nl-BE'],
    ['5 mrt. 2027', 'nl-BE'],
    ['05-mrt-2027', 'nl-BE'],
    ['5 Maa 2027', 'nl-BE'],
    ['5 mars 2027', 'fr-BE'],
    ['5/märz/27', 'de-BE'],
    ['5 marz 27', 'de-BE'],
  ])('%j in %s', (text, locale) => {
    expect(read(text, locale)).toBe('5-3-2027');
  });

  test('of a month whose name begins as no other does, also half written', () => {
    expect(read('5 sept 2027')).toBe('5-9-2027');
    expect(read('5 fevr 2027', 'fr-BE')).toBe('5-2-2027');
    expect(read('5 jui 2027', 'fr-BE')).toBe('none');
    expect(read('5 ma 2027')).toBe('none');
  });
});

test.each([
  '',
  ' ',
  '/',
  '31/02/2027',
  '30/02/2028',
  '29/02/2027',
  '29/02/1900',
  '29/02/2100',
  '31/04/2027',
  '31/06/27',
  '31 september 2027',
  '31/11/2027',
  '32/01/2027',
  '0/1/2027',
  '1/0/2027',
  '5/13/2027',
  '12/25/2027',
  '5/3',
  '5/3/',
  '3/2027',
  'maart 2027',
  '2027',
  '5/3/0999',
  '5/3/999',
  '5/3/7',
  '5/3/20277',
  '005/03/2027',
  '5/003/2027',
  '-5/3/2027',
  '5//3/2027',
  '5/3/2027 om 18u',
  '5 mars 2027',
  '5 lente 2027',
  'morgen',
  '5032027',
  '532027',
  '50327',
  '20270305',
  '2027/03/05',
  '2027-3-5',
  '2027-02-31',
  '2027-03-05T10:00',
  '5,3,2027',
  '5\\3\\2027',
  '5/3/2027/1',
  '5/3/2027..',
  '.5/3/2027',
  '5_3_2027',
  '٥/٣/٢٠٢٧',
  '5/3/2O27',
  '1e1/3/2027',
  '0x5/3/2027',
  'NaN/NaN/NaN',
])('%j is no date', (text) => {
  expect(read(text)).toBe('none');
});

test.each([
  ['2027-03-04T22:59:59Z', 'Europe/Brussels', '4-3-2027'],
  ['2027-03-04T23:00:00Z', 'Europe/Brussels', '5-3-2027'],
  ['2027-07-04T21:59:59Z', 'Europe/Brussels', '4-7-2027'],
  ['2027-07-04T22:00:00Z', 'Europe/Brussels', '5-7-2027'],
  ['2026-12-31T23:00:00Z', 'Europe/Brussels', '1-1-2027'],
  ['2027-01-01T02:00:00Z', 'America/New_York', '31-12-2026'],
])('at %s it is in %s the day %s, whatever the clock here says', (now, timeZone, wire) => {
  expect(formatWireDate(todayIn(timeZone, new Date(now)))).toBe(wire);
});

test('a day is before another as it is in the calendar', () => {
  fc.assert(
    fc.property(day, day, (a, b) => {
      const utc = (date: typeof a) => Date.UTC(date.year, date.month - 1, date.day);
      expect(isBefore(a, b)).toBe(utc(a) < utc(b));
    }),
  );
});
