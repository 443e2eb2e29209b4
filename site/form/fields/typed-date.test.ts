import { expect, test } from 'vitest';
import { formatTypedDate, formatWireDate, parseTypedDate, todayIn } from './typed-date.ts';

/** '5-3-2027', or 'none'. */
function read(text: string, locale = 'nl-BE'): string {
  const date = parseTypedDate(text, locale);
  return date ? formatWireDate(date) : 'none';
}

test.each([
  ...['5/3/2027', '05-03-2027', '5.3.27', '5 3 2027', '5. 3. 2027', '5 – 3 — 2027'],
  ...['05032027', '050327', '2027-03-05', ' 5/3/2027\n', '\u200e5/3/2027\u00a0', '5/3/2027.'],
  ...['5\u22123\u22122027', '5\u20113\u20112027', '5 maart 27', '5 MRT. 2027', '05-mrt-2027'],
  '5 Maa 2027',
])('%j is 5 March 2027', (text) => {
  expect(read(text)).toBe('5-3-2027');
});

test('months are parsed by long and short name in the content’s language', () => {
  for (const locale of ['nl-BE', 'fr-BE', 'de-BE', 'en-GB']) {
    for (let month = 1; month <= 12; month++) {
      for (const style of ['long', 'short'] as const) {
        const format = new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' });
        const name = format.format(Date.UTC(2027, month - 1, 1));
        expect(read(`5 ${name} 2027`, locale), name).toBe(`5-${month}-2027`);
      }
    }
  }
  expect(read('5/märz/27', 'de-BE')).toBe('5-3-2027');
  expect(read('5 marz 27', 'de-BE')).toBe('5-3-2027');
});

test('years from 1000 are accepted', () => {
  expect(read('5/3/1000')).toBe('5-3-1000');
});

test('an unambiguous beginning of a month’s name is accepted', () => {
  expect(read('5 sept 2027')).toBe('5-9-2027');
  expect(read('5 jui 2027', 'fr-BE')).toBe('none');
  expect(read('5 ma 2027')).toBe('none');
});

test.each([
  ...['', ' ', '/', '5/3', '5/3/', '3/2027', '2027', 'maart 2027', 'morgen', '5 lente 2027'],
  ...['31/02/2027', '29/02/2027', '29/02/2100', '31/04/2027', '31 september 2027', '32/01/2027'],
  ...['0/1/2027', '1/0/2027', '5/13/2027', '12/25/2027', '2027-02-31', '5/3/999', '5/3/7'],
  '5/3/0999',
  ...['5/3/20277', '005/03/2027', '-5/3/2027', '5//3/2027', '5/3/2027 om 18u', '5 mars 2027'],
  // It is unclear which digits are the day's.
  ...['5032027', '532027', '50327', '20270305', '2027-3-5', '5,3,2027', '٥/٣/٢٠٢٧', '5/3/2O27'],
])('%j is not a date', (text) => {
  expect(read(text)).toBe('none');
});

test('a date is shown with leading zeros', () => {
  expect(formatTypedDate(new Date('2027-03-05'))).toBe('05/03/2027');
});

test.each([
  ['2027-03-04T22:59:59Z', 'Europe/Brussels', '4-3-2027'],
  ['2027-03-04T23:00:00Z', 'Europe/Brussels', '5-3-2027'],
  ['2027-07-04T22:00:00Z', 'Europe/Brussels', '5-7-2027'],
  ['2027-01-01T02:00:00Z', 'America/New_York', '31-12-2026'],
])('at %s the day in %s is %s, whatever the local time zone', (now, timeZone, wire) => {
  expect(formatWireDate(todayIn(timeZone, new Date(now)))).toBe(wire);
});
