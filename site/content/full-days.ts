/**
 * The full days, each once and in order, without those that are past where the caterer is.
 *
 * @param days days as in `content/full-days.yaml`: '2027-03-05'
 * @param timeZone an IANA name: 'Europe/Brussels'
 */
export function fullDaysToCome(days: readonly string[], timeZone: string, now: Date): string[] {
  // The Swedish locale formats dates as ISO 8601: '2026-08-01'.
  const today = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(now);
  return [...new Set(days)].filter((day) => day >= today).sort();
}
