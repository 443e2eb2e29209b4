import type { Company } from '../../content/content.ts';
import { WEEKDAYS } from '../../schema/weekdays.ts';

interface DayGroup {
  /** 'maandag – vrijdag', 'zaterdag en zondag', 'woensdag' */
  days: string;
  /** '09:00–12:00', in order; empty when closed. */
  hours: string[];
}

/** The week from Monday, with consecutive days of equal hours grouped. */
export function groupOpeningHours(
  openingHours: Company['openingHours'],
  locale: string,
): DayGroup[] {
  const groups: { first: number; last: number; hours: string[] }[] = [];
  for (const [index, day] of WEEKDAYS.entries()) {
    const open = openingHours.filter(({ days }) => days.includes(day));
    const inOrder = [...open].sort((a, b) => a.from.localeCompare(b.from));
    const hours = inOrder.map(({ from, until }) => formatHours(from, until, locale));
    const before = groups.at(-1);
    if (before?.hours.join() === hours.join()) before.last = index;
    else groups.push({ first: index, last: index, hours });
  }
  return groups.map(({ first, last, hours }) => {
    const days = formatDays(first, last, locale);
    return { days, hours };
  });
}

/** @param first 0 is Monday */
function formatDays(first: number, last: number, locale: string): string {
  const name = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const [from, until] = [dayOfWeek(first), dayOfWeek(last)];
  if (first === last) return name.format(from);
  if (last - first > 1) return name.formatRange(from, until);
  const names = [name.format(from), name.format(until)];
  return new Intl.ListFormat(locale).format(names);
}

function formatHours(from: string, until: string, locale: string): string {
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
  return time.formatRange(timeOfDay(from), timeOfDay(until));
}

/** 1 January 2024 was a Monday. */
const dayOfWeek = (day: number) => new Date(Date.UTC(2024, 0, 1 + day));
const timeOfDay = (clock: string) => new Date(`2024-01-01T${clock}Z`);
