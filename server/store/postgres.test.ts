import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../../tests/support/servers/postgres.ts';
import { expectUpgradeAndRollbackToKeepAll } from '../../tests/support/store/before-states.ts';
import { testStoreConformance } from '../../tests/support/store/conformance.ts';
import { exampleEnquiry } from '../../tests/support/store/examples.ts';
import { openPostgres } from './postgres.ts';
import { openStore } from './store.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.dispose());

const open = (DATABASE_URL: string) => openStore({ DATA_DIR: '/nowhere', DATABASE_URL });

describe('PostgreSQL', () => {
  testStoreConformance(async () => {
    const url = await postgres.createDatabase();
    return { store: await open(url), again: () => open(url) };
  });
});

test('a store rejects enquiries while the database is down and recovers after', async () => {
  const store = await open(await postgres.createDatabase());
  await postgres.stop();
  await expect(store.storeEnquiry(exampleEnquiry())).rejects.toThrow();
  await expect(store.checkWritable()).rejects.toThrow();
  await postgres.start();
  expect(await store.storeEnquiry(exampleEnquiry())).toBe('stored');
  await store.close();
});

test('an enquiry that waits too long for a lock is rolled back', async () => {
  const url = await postgres.createDatabase();
  const store = await open(url);
  const other = new Client({ connectionString: url });
  await other.connect();
  await other.query('BEGIN; LOCK TABLE mail IN ACCESS EXCLUSIVE MODE');
  await expect(store.storeEnquiry(exampleEnquiry())).rejects.toThrow();
  await other.query('ROLLBACK');
  await other.end();
  expect(await store.listEnquiries()).toEqual([]);
  expect(await store.storeEnquiry(exampleEnquiry())).toBe('stored');
  await store.close();
});

test('concurrent starts migrate the schema once', async () => {
  const url = await postgres.createDatabase();
  const stores = await Promise.all([open(url), open(url), open(url)]);
  for (const store of stores) await store.storeEnquiry(exampleEnquiry());
  expect(await stores[0]?.listEnquiries()).toHaveLength(3);
  await Promise.all(stores.map((store) => store.close()));
});

test('the version before works on the schema of this one', async () => {
  const url = await postgres.createDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  const run = async (statement: string) => (await client.query(statement)).rows;
  await expectUpgradeAndRollbackToKeepAll(run, () => open(url));
  await client.end();
});

test('an unreachable database is reported without its password', async () => {
  const opening = open('postgres://website:hunter22@127.0.0.1:1/nothing');
  const error = await opening.catch((reason: Error) => reason);
  expect(String(error)).toContain(
    'DATABASE_URL: PostgreSQL at 127.0.0.1:1/nothing cannot be opened',
  );
  expect(String(error)).not.toContain('hunter22');
});

test('a name that leads to no database is reported with the reason', async () => {
  // The name has two addresses, each with an error of its own.
  const error = await open('postgres://localhost:1/nothing').catch(String);
  expect(error).toMatch(/cannot be opened: \S/);
});

// Only a power cut could test the effect of this setting.
test('PostgreSQL is set to return from a commit when it is on disk, also where its default is not to', async () => {
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
  const store = await open(url);
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
