import { dayIn } from '../../enquiry/day-in.ts';

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
