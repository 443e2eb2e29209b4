import type { Release } from './release.ts';

/**
 * Returns a function that says whether the release's notice is shown: from its first to its last
 * day, inclusive, in the caterer's time zone.
 */
export function noticeCalendar({ notice, timeZone }: Pick<Release, 'notice' | 'timeZone'>) {
  if (notice === undefined) return () => false;
  // The Swedish locale formats dates as ISO 8601: '2026-08-01'.
  const calendar = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
  return (nowMs: number) => {
    const day = calendar.format(nowMs);
    return notice.from <= day && day <= notice.until;
  };
}
