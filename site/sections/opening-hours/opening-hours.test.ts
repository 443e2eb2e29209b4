import { expect, test } from 'vitest';
import type { Company } from '../../content/content.ts';
import { WEEKDAYS } from '../../schema/weekdays.ts';
import { groupOpeningHours } from './opening-hours.ts';

type OpeningHours = Company['openingHours'];
const [monday, tuesday, wednesday, thursday, friday, saturday] = WEEKDAYS;
/** Intl writes no-break and thin spaces. */
const plain = (text: string) => text.replace(/\s/g, ' ');
const write = (hours: OpeningHours, locale = 'nl-BE') =>
  groupOpeningHours(hours, locale).map((group) =>
    plain(`${group.days}: ${group.hours.join(' + ') || 'x'}`),
  );

test('only consecutive days with the same hours are grouped', () => {
  const office = { from: '09:00', until: '17:30' };
  expect(
    write([
      { days: [monday, tuesday, thursday], ...office },
      { days: [friday], ...office },
      { days: [saturday], from: '13:30', until: '17:00' },
      { days: [saturday], from: '09:00', until: '12:00' },
    ]),
  ).toEqual([
    'maandag en dinsdag: 09:00–17:30',
    'woensdag: x',
    'donderdag en vrijdag: 09:00–17:30',
    'zaterdag: 09:00–12:00 + 13:30–17:00',
    'zondag: x',
  ]);
});

test('days and hours are formatted in the locale, also past midnight', () => {
  const hours = [{ days: [wednesday, thursday, friday], from: '18:00', until: '02:00' }];
  expect(write(hours, 'fr-BE')).toContain('mercredi – vendredi: 18:00 – 02:00');
  expect(write(hours, 'en-US')).toContain('Wednesday – Friday: 6:00 PM – 2:00 AM');
});
