import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../server/store/postgres.ts';
import { openSqlite } from '../server/store/sqlite.ts';
import { openStore } from '../server/store/store.ts';
import { startPostgres, type TestPostgres } from './support/postgres.ts';
import { exampleEnquiry } from './support/store-examples.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/*
 * Checks the durability settings of the databases, because only a power cut could test their
 * effect.
 */

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.dispose());

test('SQLite returns from a commit when it is on disk', async () => {
  const database = openSqlite(await temporaryFolder());
  // FULL, or EXTRA: https://www.sqlite.org/pragma.html#pragma_synchronous
  const [setting] = await database.query<{ synchronous: number }>('PRAGMA synchronous');
  expect(setting?.synchronous).toBeGreaterThanOrEqual(2);
  await database.close();
});

test('PostgreSQL returns from a commit when it is on disk, also where its default is not to', async () => {
  const url = await postgres.createDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  const { pathname } = new URL(url);
  await client.query(`ALTER DATABASE ${pathname.slice(1)} SET synchronous_commit = off`);
  await client.end();
  const database = openPostgres(url);
  expect(await database.query('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  await database.close();
});

test('an erased enquiry leaves no byte in the files of PostgreSQL’s tables', async () => {
  const url = await postgres.createDatabase();
  const store = await openStore({ DATA_DIR: await temporaryFolder(), DATABASE_URL: url });
  const client = new Client({ connectionString: url });
  await client.connect();
  const bytesOf = async (text: string) => {
    await client.query('CHECKPOINT');
    const { rows } = await client.query(
      `SELECT relname FROM pg_class WHERE relfilenode <> 0 AND relkind IN ('r', 'i', 't')
         AND relnamespace IN ('public'::regnamespace, 'pg_toast'::regnamespace)
         AND position($1::bytea IN pg_read_binary_file(pg_relation_filepath(oid))) > 0`,
      [Buffer.from(text)],
    );
    return rows.map(({ relname }) => relname);
  };
  const enquiries = Array.from({ length: 3 }, () => exampleEnquiry());
  for (const enquiry of enquiries) await store.storeEnquiry(enquiry);
  const [erased, kept] = enquiries.map(({ fields }) => fields.email);
  expect(await bytesOf(String(erased))).toContain('enquiry');
  const record = (await store.listEnquiries()).find(({ fields }) => fields.email === erased);
  await store.eraseEnquiry(String(record?.id));
  expect(await bytesOf(String(erased))).toEqual([]);
  expect(await bytesOf(String(kept))).toContain('enquiry');
  await client.end();
  await store.close();
});
