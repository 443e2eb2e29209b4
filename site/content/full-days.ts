import * as v from 'valibot';
import { dayIn } from '../../release/day-in.ts';
import { field } from '../schema/content-values.ts';

/**
 * content/full-days.yaml: days on which the caterer takes no party. The file names only days, and
 * never whose party it is.
 */
export const fullDaysSchema = v.object({
  days: field(
    v.array(
      field(
        v.pipe(v.string(), v.isoDate(), v.check(isRealDay)),
        'Dag',
        'een dag die bestaat, als jaar-maand-dag',
        '2027-06-12',
      ),
    ),
    'Volzette dagen',
    'de dagen waarop je geen feest meer aanneemt',
    ['2027-06-12'],
  ),
});

export type FullDays = v.InferOutput<typeof fullDaysSchema>;

/** Whether the day exists, unlike 2027-02-30. */
function isRealDay(text: string): boolean {
  const date = new Date(`${text}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * The full days, each once and in order, without those that are past where the caterer is.
 *
 * @param days days as in `content/full-days.yaml`: '2027-03-05'
 * @param timeZone an IANA name: 'Europe/Brussels'
 */
export function fullDaysToCome(days: readonly string[], timeZone: string, now: Date): string[] {
  const today = dayIn(timeZone, now.getTime());
  return [...new Set(days)].filter((day) => day >= today).sort();
}
