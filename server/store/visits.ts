import type { Database } from './database.ts';

export interface VisitCount {
  /** '2027-03-05', in the site's time zone. */
  day: string;
  kind: 'view' | 'begun' | 'sent';
  /** '/home'; empty for the form. */
  page: string;
  count: number;
}

/** Adds to the stored counts, also when several servers write at the same moment. */
export function addVisits(database: Database, counts: readonly VisitCount[]): Promise<void> {
  // Sorting prevents a deadlock between two servers that would otherwise lock the rows in different
  // orders.
  const sorted = [...counts].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return database.transaction(async (query) => {
    for (const { day, kind, page, count } of sorted) {
      await query(
        `INSERT INTO visit_count (day, kind, page, count) VALUES ($1, $2, $3, $4)
         ON CONFLICT (day, kind, page) DO UPDATE SET count = visit_count.count + excluded.count`,
        [day, kind, page, count],
      );
    }
  });
}

const keyOf = ({ day, kind, page }: VisitCount) => `${day} ${kind} ${page}`;

/** @param since the first day: '2027-03-05' */
export function readVisits({ query }: Database, since: string): Promise<VisitCount[]> {
  return query('SELECT day, kind, page, count FROM visit_count WHERE day >= $1', [since]);
}

/** @param before the first day that stays: '2026-02-05' */
export async function eraseVisits({ query }: Database, before: string): Promise<void> {
  await query('DELETE FROM visit_count WHERE day < $1', [before]);
}
