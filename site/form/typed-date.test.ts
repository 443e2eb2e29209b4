import { describe, expect, test } from 'vitest';
import { isWireDate } from './enquiry.ts';
import {
  formatTypedDate,
  formatWireDate,
  isBefore,
  parseTypedDate,
  todayInBelgium,
} from './typed-date.ts';

describe('a date as it is typed', () => {
  test.each([
    ['5/3/2027', '5-3-2027'],
    ['05/03/2027', '5-3-2027'],
    ['05-03-2027', '5-3-2027'],
    ['5.3.2027', '5-3-2027'],
    ['5 3 2027', '5-3-2027'],
    ['5 / 3 / 2027', '5-3-2027'],
    ['5–3–2027', '5-3-2027'],
    ['5/3-2027', '5-3-2027'],
    ['5\u22123\u22122027', '5-3-2027'],
    ['5\u20113\u20112027', '5-3-2027'],
    ['5—3—2027', '5-3-2027'],
    ['\u200e05/03/2027\u200f', '5-3-2027'],
    ['05\u200b/03/2027', '5-3-2027'],
    ['05/03/2027.', '5-3-2027'],
    [' 05/03/2027 ', '5-3-2027'],
    ['05/03/2027\n', '5-3-2027'],
    ['\u00a005/03/2027', '5-3-2027'],
    ['05032027', '5-3-2027'],
    ['2027-03-05', '5-3-2027'],
    ['31/12/2027', '31-12-2027'],
    ['1/1/2028', '1-1-2028'],
    ['31/01/2027', '31-1-2027'],
    ['30/04/2027', '30-4-2027'],
    ['28/02/2027', '28-2-2027'],
    ['29/02/2028', '29-2-2028'],
    ['29/02/2000', '29-2-2000'],
    ['29/2/2400', '29-2-2400'],
    ['01/01/1000', '1-1-1000'],
    ['31/12/9999', '31-12-9999'],
    ['5/3/1999', '5-3-1999'],
  ])('%j travels as %s', (text, wire) => {
    const date = parseTypedDate(text);
    expect(date && formatWireDate(date)).toBe(wire);
    expect(isWireDate(wire)).toBe(true);
  });

  test.each([
    [''],
    [' '],
    ['/'],
    ['31/02/2027'],
    ['30/02/2028'],
    ['29/02/2027'],
    ['29/02/1900'],
    ['29/02/2100'],
    ['31/04/2027'],
    ['31/06/2027'],
    ['31/09/2027'],
    ['31/11/2027'],
    ['32/01/2027'],
    ['0/1/2027'],
    ['00/01/2027'],
    ['1/0/2027'],
    ['5/13/2027'],
    ['12/25/2027'],
    ['5/3/27'],
    ['5/3'],
    ['5/3/'],
    ['3/2027'],
    ['2027'],
    ['5/3/0999'],
    ['5/3/20277'],
    ['005/03/2027'],
    ['5/003/2027'],
    ['-5/3/2027'],
    ['5//3/2027'],
    ['5/3/2027 om 18u'],
    ['vrijdag 5/3/2027'],
    ['5 maart 2027'],
    ['morgen'],
    ['5032027'],
    ['050327'],
    ['20270305'],
    ['2027/03/05'],
    ['2027-3-5'],
    ['2027-02-31'],
    ['2027-03-05T10:00'],
    ['5,3,2027'],
    ['5\\3\\2027'],
    ['5/3/2027/1'],
    ['5/3/2027..'],
    ['.5/3/2027'],
    ['5_3_2027'],
    ['5·3·2027'],
    ['٥/٣/٢٠٢٧'],
    ['5/3/2O27'],
    ['1e1/3/2027'],
    ['0x5/3/2027'],
    ['NaN/NaN/NaN'],
  ])('%j is none', (text) => {
    expect(parseTypedDate(text)).toBeUndefined();
  });
});

test('every day of a leap year and the one after comes back as it was', () => {
  for (let time = Date.UTC(2028, 0, 1); time < Date.UTC(2030, 0, 1); time += 86_400_000) {
    const date = new Date(time);
    const day = {
      day: date.getUTCDate(),
      month: date.getUTCMonth() + 1,
      year: date.getUTCFullYear(),
    };
    expect(parseTypedDate(formatTypedDate(day))).toEqual(day);
    expect(parseTypedDate(formatWireDate(day))).toEqual(day);
  }
});

test.each([
  ['2027-03-04T22:59:59Z', '4-3-2027'],
  ['2027-03-04T23:00:00Z', '5-3-2027'],
  ['2027-07-04T21:59:59Z', '4-7-2027'],
  ['2027-07-04T22:00:00Z', '5-7-2027'],
  ['2026-12-31T23:00:00Z', '1-1-2027'],
])('at %s it is %s in Belgium, whatever the clock here says', (now, wire) => {
  expect(formatWireDate(todayInBelgium(new Date(now)))).toBe(wire);
});

test('a day is before another by year, then month, then day', () => {
  const day = { day: 5, month: 3, year: 2027 };
  expect(isBefore({ day: 31, month: 12, year: 2026 }, day)).toBe(true);
  expect(isBefore({ day: 28, month: 2, year: 2027 }, day)).toBe(true);
  expect(isBefore({ day: 4, month: 3, year: 2027 }, day)).toBe(true);
  expect(isBefore(day, day)).toBe(false);
  expect(isBefore({ day: 1, month: 4, year: 2027 }, day)).toBe(false);
});
