/**
 * Returns a function that formats a timestamp as its day in a time zone: '2027-03-05'.
 *
 * @param timeZone an IANA name, 'Europe/Brussels'; default: this machine's
 */
export function dayFormatter(timeZone?: string): (ms: number) => string {
  // The Swedish locale formats dates as ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
  return (ms) => format.format(ms);
}

/** Formats a timestamp as its day in a time zone: '2027-03-05'. */
export function dayIn(timeZone: string, ms: number): string {
  return dayFormatter(timeZone)(ms);
}
