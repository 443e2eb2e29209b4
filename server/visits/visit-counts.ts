import { dayIn } from '../../release/day-in.ts';
import { VISIT_MONTHS } from '../../release/manifest.ts';
import { type Log, reasonOf } from '../../runtime/log.ts';
import type { Store } from '../store/store.ts';
import type { VisitCount } from '../store/visits.ts';

const WRITE_EVERY_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

interface VisitCountsDependencies {
  store: Pick<Store, 'addVisits' | 'eraseVisits'>;
  log: Log;
  /** The time zone of the release in use, which determines the day. */
  timeZone: () => string;
}

export type VisitCounts = ReturnType<typeof startVisitCounts>;

/**
 * Counts visits in memory, and adds the counts to the database every few minutes and at the end. A
 * crash loses the counts of those minutes. While the database fails, they stay in memory.
 */
export function startVisitCounts(dependencies: VisitCountsDependencies, everyMs = WRITE_EVERY_MS) {
  const { store, log, timeZone } = dependencies;
  let waiting = new Map<string, VisitCount>();
  let erasedOn = '';
  const today = dayClock();

  function add({ day, kind, page, count }: VisitCount): void {
    const key = `${day} ${kind} ${page}`;
    const before = waiting.get(key)?.count ?? 0;
    waiting.set(key, { day, kind, page, count: before + count });
  }

  async function write(): Promise<void> {
    const day = today(timeZone());
    if (erasedOn !== day) {
      await store.eraseVisits(monthsBefore(day, VISIT_MONTHS));
      erasedOn = day;
    }
    if (waiting.size === 0) return;
    const counts = [...waiting.values()];
    // Visits that are counted during this write belong to the next one.
    waiting = new Map();
    try {
      await store.addVisits(counts);
    } catch (error) {
      counts.forEach(add);
      throw error;
    }
  }

  let running: Promise<void> | undefined;
  function writeOnce(): Promise<void> {
    running ??= write()
      .catch((error) => log.warn({ reason: reasonOf(error) }, 'visits could not be written yet'))
      .finally(() => {
        running = undefined;
      });
    return running;
  }
  const timer = setInterval(writeOnce, everyMs).unref();
  return {
    /** @param page the path of the page; default: none */
    count(kind: VisitCount['kind'], page = ''): void {
      add({ day: today(timeZone()), kind, page, count: 1 });
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
      await writeOnce();
    },
  };
}

/**
 * Returns a function that returns today in a time zone, '2027-03-05'. It formats the day once a
 * minute, because formatting takes longer than counting.
 */
function dayClock() {
  let last = { minute: 0, timeZone: '', day: '' };
  return (timeZone: string): string => {
    const nowMs = Date.now();
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute !== last.minute || timeZone !== last.timeZone) {
      last = { minute, timeZone, day: dayIn(timeZone, nowMs) };
    }
    return last.day;
  };
}

/**
 * The same day some months earlier, or the last one of a shorter month: '2026-02-28' for
 * '2027-03-31' and 13.
 */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0));
  lastOfMonth.setUTCDate(Math.min(date, lastOfMonth.getUTCDate()));
  return lastOfMonth.toISOString().slice(0, 10);
}
