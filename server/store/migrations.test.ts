import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  type EmptyDatabases,
  KINDS,
  openEmptyDatabases,
} from '../../tests/faults/empty-databases.ts';
import { exampleEnquiry, exampleMail } from '../../tests/store-examples.ts';
import { openStore } from './open-store.ts';
import { readMigrations } from './read-migrations.ts';
import { assertHealthy } from './sqlite-check.ts';
import { sqliteFileOf } from './sqlite-file.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let databases: EmptyDatabases;
beforeAll(async () => {
  databases = await openEmptyDatabases();
});
afterAll(() => databases?.dispose());

const README = readFileSync('server/store/migrations/README.md', 'utf8');
const waysBack = [...README.matchAll(/^## From (\d+) to \d+\n[\s\S]*?```sql\n([\s\S]*?)```/gm)].map(
  ([, from, sql = '']) => ({ from: Number(from), sql }),
);

it.each(KINDS)(
  'the ways back in the README lead back on %s, and every mail that waits comes along',
  async (kind) => {
    expect(waysBack.map(({ from }) => from)).toEqual([6, 5, 4, 3]);
    expect(waysBack[0]?.from).toBe(readMigrations('sqlite').length);
    const place = await databases.create(kind);
    const store = await openStore(place);
    const gathered = { key: 'mails', most: 1, windowMs: 3_600_000 };
    for (let count = 0; count < 3; count += 1) {
      const company = { ...exampleMail(), digestPart: { text: 'deel', html: '<p>' } };
      await store.acceptEnquiry(
        exampleEnquiry({
          mails: [{ ...company, calendar: 'BEGIN:VCALENDAR' }, exampleMail('confirmation')],
          limits: {
            confirmation: [],
            companyMails: gathered,
            confirmationsInAll: { ...gathered, key: 'all' },
          },
        }),
      );
    }
    expect(await store.countMails()).toMatchObject({ queued: 2, gathered: 2, held: 2 });
    await store.close();

    const client = new Client({ connectionString: place.databaseUrl });
    if (kind === 'PostgreSQL') await client.connect();
    for (const { from, sql } of waysBack) {
      if (kind === 'PostgreSQL') {
        await client.query(sql);
        await client.query('DELETE FROM schema_version WHERE version >= $1', [from]);
      } else {
        const file = sqliteFileOf(place.dataDir);
        const database = new DatabaseSync(file);
        database.exec(sql.replaceAll('BIGINT', 'INTEGER').replaceAll(/^\);$/gm, ') STRICT;'));
        database.exec(`PRAGMA user_version = ${from - 1}`);
        // As the older release looks at it.
        assertHealthy(database, file, readMigrations('sqlite').slice(0, from - 1));
        database.close();
      }
    }
    if (kind === 'PostgreSQL') await client.end();
    const again = await openStore(place);
    expect(await again.countMails()).toMatchObject({ queued: 6, gathered: 0, held: 0 });
    await again.close();
  },
);
