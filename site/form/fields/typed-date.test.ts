import { expect, test } from 'vitest';
import {
  doubtAbout,
  formatTypedDate,
  formatWireDate,
  parseTypedDate,
  todayIn,
} from './typed-date.ts';

/** It is noon on the visitor's clock. */
const NOW = new Date(2026, 10, 25, 12);

/** The day as '5-3-2027', or 'none'. */
function read(text: string, locale = 'nl-BE'): string {
  const date = parseTypedDate(text, locale, NOW);
  return date ? formatWireDate(date) : 'none';
}

test.each([
  ...['5/3/2027', '05-03-2027', '5.3.27', '5 3 2027', '5. 3. 2027', '5 – 3 — 2027'],
  ...['05032027', '050327', '2027-03-05', ' 5/3/2027\n', '\u200e5/3/2027\u00a0', '5/3/2027.'],
  ...['5\u22123\u22122027', '5\u20113\u20112027', '5 maart 27', '5 MRT. 2027', '05-mrt-2027'],
  ...['5 Maa 2027', '5e maart 2027', '5de maart 2027', '5 maart, 2027', '5/mrt/2027'],
  ...[
    'vrijdag 5 maart 2027',
    'vrijdag, 5 maart 2027',
    'Vr. 5/3/2027',
    'vrij 5 mrt 27',
    'vr 5-3-27',
  ],
  // These have a wrong weekday. The date counts, and the form asks the visitor about it.
  ...['zaterdag 5 maart 2027', 'za 5 maart 2027', 'ma 5 maart 2027'],
  ...['5 maart', '5/3', '05/03', '5-3', '5.3.', '5e maart', '5 mrt.', 'vrijdag 5 maart', 'vr 5/3'],
])('the typed date %j is read as 5 March 2027', (text) => {
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

test.each([
  ['1ste maart 2027', '1-3-2027'],
  ['1e maart 2027', '1-3-2027'],
  ['22ste mei', '22-5-2027'],
  ['25 november', '25-11-2026'],
  ['24 november', '24-11-2027'],
  ['31/12', '31-12-2026'],
  ['29 februari', '29-2-2028'],
  ['zon 28 februari', '28-2-2027'],
])('the typed date %j is read as %s', (text, wire) => {
  expect(read(text)).toBe(wire);
});

test('weekdays and ordinals of other languages are parsed', () => {
  expect(read('vendredi 1er janvier 2027', 'fr-BE')).toBe('1-1-2027');
  expect(read('Fri, 3rd of March 2027', 'en-GB')).toBe('none');
  expect(read('Fri 3rd March 2027', 'en-GB')).toBe('3-3-2027');
  expect(read('Freitag, 5. März 2027', 'de-BE')).toBe('5-3-2027');
});

test.each([
  ['24/11/2026', 'past'],
  ['25/11/2026', undefined],
  ['31/12/2100', undefined],
  ['1/1/2101', 'far'],
  ['5/3/9999', 'far'],
  ['zaterdag 5 maart 2027', 'weekday'],
  ['zaterdag 5 maart', 'weekday'],
  ['vr. 5/3/2027', undefined],
  ['vrijdag 1 maart 2024', undefined],
])('the doubt about the date %s is: %s', (text, doubt) => {
  const date = parseTypedDate(text, 'nl-BE', NOW);
  if (!date) throw new Error('not a date');
  const today = text.endsWith('2024') ? date : new Date('2026-11-25');
  expect(doubtAbout(text, date, 'nl-BE', today)).toBe(doubt);
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
  ...[
    '',
    ' ',
    '/',
    '5/',
    '5/3/',
    '5 3',
    '3/2027',
    '12/27',
    '31/2',
    '5/13',
    '30 februari',
    '2027',
    'maart 2027',
    'morgen',
    '5 lente 2027',
  ],
  ...['31/02/2027', '29/02/2027', '29/02/2100', '31/04/2027', '31 september 2027', '32/01/2027'],
  ...['0/1/2027', '1/0/2027', '5/13/2027', '12/25/2027', '2027-02-31', '5/3/999', '5/3/7'],
  ...[
    '5/3/0999',
    'in 5 maart',
    'voor 5 maart 2027',
    'maandag',
    'd 5 maart',
    '5-6 maart',
    '5 en 6 maart',
  ],
  ...['begin maart', 'maart', '5 maart 2027 of 2028', 'vrijdag vrijdag 5 maart', 'eerste maart'],
  ...['5/3/20277', '005/03/2027', '-5/3/2027', '5//3/2027', '5/3/2027 om 18u', '5 mars 2027'],
  // In these it is ambiguous which digits are the day's.
  ...['5032027', '532027', '50327', '20270305', '2027-3-5', '5,3,2027', '٥/٣/٢٠٢٧', '5/3/2O27'],
])('the typed text %j is not read as a date', (text) => {
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
