import { dayIn } from '../../../release/day-in.ts';
import type { Settings } from '../../../runtime/settings.ts';
import type { Store } from '../../../server/store/store.ts';
import { readCurrentRelease } from './current-release.ts';

export type Visits = ReturnType<typeof openVisits>;

const DAYS = 30;
const DAY_MS = 24 * 3_600_000;

export function openVisits(settings: Pick<Settings, 'SITE_DIR'>, store: Pick<Store, 'readVisits'>) {
  return {
    /** Reads the last thirty days, the latest first, and the pages, the most viewed first. */
    async read() {
      const { manifest, isUnreadable, timeZone } = await readCurrentRelease(settings);
      const names = lastDays(timeZone, Date.now());
      const counts = await store.readVisits(names.at(-1) ?? '');
      const sum = (ofOne: (visits: (typeof counts)[number]) => boolean) =>
        counts.filter(ofOne).reduce((total, { count }) => total + count, 0);
      const days = names.map((day) => {
        const sumOf = (kind: string) => sum((visits) => visits.day === day && visits.kind === kind);
        return { day, views: sumOf('view'), begun: sumOf('begun'), sent: sumOf('sent') };
      });
      const viewed = counts.filter(({ kind }) => kind === 'view');
      const paths = [...new Set(viewed.map(({ page }) => page))];
      const pages = paths.map((path) => {
        return { path, views: sum(({ kind, page }) => kind === 'view' && page === path) };
      });
      return {
        /** Whether the site that is online counts visits. Undefined when that cannot be read. */
        isCounting: isUnreadable ? undefined : (manifest?.countsVisits ?? false),
        /**
         * Whether the server can count how often the form was begun. It cannot with another
         * company's captcha, which does not involve our server.
         */
        knowsBegun: (manifest?.captcha.provider ?? 'altcha') === 'altcha',
        days,
        pages: pages.sort((a, b) => b.views - a.views || a.path.localeCompare(b.path)),
      };
    },
  };
}

/** Lists today, '2027-03-05', and the days before it in a time zone. */
function lastDays(timeZone: string, nowMs: number): string[] {
  // Steps of 24 hours from noon in UTC reach each day once: UTC has no summer time.
  const noonMs = Date.parse(`${dayIn(timeZone, nowMs)}T12:00:00Z`);
  return Array.from({ length: DAYS }, (_, i) => {
    return new Date(noonMs - i * DAY_MS).toISOString().slice(0, 10);
  });
}
