import type { Release } from './release.ts';

/**
 * Tells at any moment whether the release's notice is shown: from its first day to its last, both
 * included, by the calendar of the caterer's time zone wherever the server stands.
 */
export function noticeCalendar({ notice, timeZone }: Pick<Release, 'notice' | 'timeZone'>) {
  if (notice === undefined) return () => false;
  // Sweden writes days as ISO 8601 does: '2026-08-01'.
  const calendar = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
  return (nowMs: number) => {
    const day = calendar.format(nowMs);
    return notice.from <= day && day <= notice.until;
  };
}
