/** Whether a day exists in the Gregorian calendar. `month` counts from 1. */
export function isRealDate(day: number, month: number, year: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** `5-3-2027`: day, month and year without zero padding; the day exists (section 3). */
export function isWireDate(text: string): boolean {
  const match = /^([1-9]\d?)-([1-9]\d?)-([1-9]\d{3})$/.exec(text);
  return match !== null && isRealDate(Number(match[1]), Number(match[2]), Number(match[3]));
}
