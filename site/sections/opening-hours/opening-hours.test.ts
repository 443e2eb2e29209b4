import { describe, expect, it } from 'vitest';
import { type Company, WEEKDAYS } from '../../content.ts';
import { groupOpeningHours } from './opening-hours.ts';

type OpeningHours = Company['openingHours'];
const [monday, tuesday, wednesday, thursday, friday, saturday] = WEEKDAYS;
/** Intl puts spaces around a dash that do not break, and some of them are thin. */
const plain = (text: string) => text.replace(/\s/g, ' ');
const write = (hours: OpeningHours, locale = 'nl-BE') =>
  groupOpeningHours(hours, locale).map((group) =>
    plain(`${group.days}: ${group.hours.join(' + ') || 'x'}`),
  );

describe('opening hours', () => {
  it('takes days in a row with the same hours together, and no others', () => {
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

  it('writes days and hours as the locale does, past midnight too', () => {
    const hours = [{ days: [wednesday, thursday, friday], from: '18:00', until: '02:00' }];
    expect(write(hours, 'fr-BE')).toContain('mercredi – vendredi: 18:00 – 02:00');
    expect(write(hours, 'en-US')).toContain('Wednesday – Friday: 6:00 PM – 2:00 AM');
  });
});
