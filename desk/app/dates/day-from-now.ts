import { dayFormatter } from '../../../release/day-in.ts';

/** The day that many days from today, '2027-08-01', in this browser's time zone. */
export function dayFromNow(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return dayFormatter()(date.getTime());
}
