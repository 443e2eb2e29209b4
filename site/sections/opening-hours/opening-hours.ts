import { type Company, WEEKDAYS } from '../../content.ts';

interface DayGroup {
  /** 'maandag – vrijdag', 'zaterdag en zondag', 'woensdag' */
  days: string;
  /** '09:00–12:00', in order; empty when closed. */
  hours: string[];
}

/**
 * The week from Monday, with consecutive days of equal hours grouped.
 *
 * @param locale BCP 47; determines day names and time format
 */
export function groupOpeningHours(
  openingHours: Company['openingHours'],
  locale: string,
): DayGroup[] {
  const week = WEEKDAYS.map((day) =>
    openingHours
      .filter(({ days }) => days.includes(day))
      .sort((a, b) => a.from.localeCompare(b.from))
      .map(({ from, until }) => formatHours(from, until, locale)),
  );
  const groups: { first: number; last: number; hours: string[] }[] = [];
  for (const [day, hours] of week.entries()) {
    const open = groups.at(-1);
    if (open && open.hours.join() === hours.join()) open.last = day;
    else groups.push({ first: day, last: day, hours });
  }
  return groups.map(({ first, last, hours }) => ({ days: formatDays(first, last, locale), hours }));
}

/** @param first 0 is Monday */
function formatDays(first: number, last: number, locale: string): string {
  const name = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  if (last - first > 1) return name.formatRange(dayOfWeek(first), dayOfWeek(last));
  const names = [...new Set([first, last])].map((day) => name.format(dayOfWeek(day)));
  return new Intl.ListFormat(locale).format(names);
}

function formatHours(from: string, until: string, locale: string): string {
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
  return time.formatRange(timeOfDay(from), timeOfDay(until));
}

/** 1 January 2024 was a Monday. */
const dayOfWeek = (day: number) => new Date(Date.UTC(2024, 0, 1 + day));
const timeOfDay = (clock: string) => new Date(`2024-01-01T${clock}Z`);
