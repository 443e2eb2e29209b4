import { sql } from 'kysely';
import { eraseExpired } from '../keeping.ts';
import { readReleases } from '../releases.ts';
import type { Command } from './command.ts';
import type { OpenDatabase } from './open-database.ts';

export const purge: Command = {
  usage: '',
  summary:
    'erases now what the server erases each hour: delivered enquiries, and kept mails, past their days',
  words: 0,
  options: {},
  async run(database) {
    const before = await countEnquiries(database);
    const { statements, dataDir, siteDir } = database;
    const { current } = await readReleases(siteDir, Date.now(), () => {});
    await eraseExpired(statements, dataDir, current.release, Date.now());
    await database.forget();
    const erased = before - (await countEnquiries(database));
    return { text: `Erased: ${erased} enquiries.`, json: { erased } };
  },
};

async function countEnquiries({ db }: OpenDatabase): Promise<number> {
  const { count } = await db
    .selectFrom('enquiry')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
