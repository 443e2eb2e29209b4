import type { Operation } from '../../shared/operations.ts';
import { setOperation } from '../../shared/operations.ts';
import { type MaybeValue, valueAt } from '../../shared/values.ts';
import { dayFromNow } from '../dates/day-from-now.ts';
import { FULL_DAYS } from '../draft/file-names.ts';
import { edit } from '../store/app-store.ts';
import { useDeskState } from '../store/use-desk-state.ts';

/**
 * The operations that mark a day as full, or as free again. They also remove days that are past.
 *
 * @param value the content of `full-days.yaml`; undefined while there is none
 * @param today '2027-03-05'
 */
export function markDay(
  value: MaybeValue,
  day: string,
  isFull: boolean,
  today: string,
): Operation[] {
  const list = valueAt(value, ['days']);
  if (!Array.isArray(list)) return isFull ? [setOperation(value, [], { days: [day] })] : [];
  const operations: Operation[] = [];
  const left: string[] = [];
  for (const [index, listed] of list.map(String).entries()) {
    const isLeaving = listed < today || listed === day;
    if (isLeaving) operations.unshift({ type: 'remove', path: ['days', index] });
    else left.push(listed);
  }
  if (isFull) {
    const index = left.filter((listed) => listed < day).length;
    operations.push({ type: 'insert', path: ['days', index], value: day });
  }
  return operations;
}

/** The full days from today, in order, and whether a change of them is not online yet. */
export function useFullDays() {
  const { files, content } = useDeskState();
  const value = files[FULL_DAYS];
  const list = valueAt(value, ['days']);
  const today = dayFromNow(0);
  const days = Array.isArray(list) ? [...new Set(list.map(String))] : [];
  const { since, changes = [] } = content.changes ?? {};
  const isWaiting = !since || changes.some(({ file }) => file === FULL_DAYS);
  return {
    value,
    days: days.filter((day) => day >= today).sort(),
    isWaiting,
    mark(day: string, isFull: boolean) {
      edit({ [FULL_DAYS]: markDay(value, day, isFull, today) });
    },
  };
}

export const NOT_ONLINE =
  'Je laatste wijziging is nog niet online. Je bezoekers zien ze na je volgende ‘Zet online’.';
export const ONLINE_LATER = 'Je bezoekers zien het na je volgende ‘Zet online’.';

/** 'zaterdag 12 juni 2027' */
export function formatLongDay(day: string): string {
  return new Date(`${day}T00:00Z`).toLocaleDateString('nl-BE', {
    dateStyle: 'full',
    timeZone: 'UTC',
  });
}

/** 'za 12 jun 2027': short enough for a row on the narrowest phone */
export function formatShortDay(day: string): string {
  return new Date(`${day}T00:00Z`).toLocaleDateString('nl-BE', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
