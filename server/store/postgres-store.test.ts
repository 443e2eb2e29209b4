import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../tests/postgres.ts';
import { describeStore, type TestDatabase } from '../../tests/store-conformance.ts';
import { exampleEnquiry } from '../../tests/store-examples.ts';
import { openStore } from './open-store.ts';
import { MIGRATION_LOCK, migratePostgres } from './postgres-migrations.ts';
import { readMigrations } from './read-migrations.ts';

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);

afterAll(() => postgres?.dispose());

/** Databases that tests are done with, as the migrations left them: a new one costs more than most tests. */
const emptied: string[] = [];
const EMPTY = `
  DELETE FROM mail; DELETE FROM enquiry; DELETE FROM spent_captcha; DELETE FROM limit_window;
  UPDATE told SET news = 'well', since_ms = 0, claimed_until_ms = 0`;

/** @param options.isNew without the schema that an earlier test made */
async function createDatabase(
  options: { asOf?: number; isNew?: boolean } = {},
): Promise<TestDatabase> {
  const { asOf, isNew = asOf !== undefined } = options;
  const databaseUrl = (isNew ? undefined : emptied.pop()) ?? (await postgres.createDatabase());
  let isAsItWas = !isNew;
  const run = async (sql: string) => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    const result = await client.query(sql);
    await client.end();
    return result;
  };
  if (asOf !== undefined) {
    const migrations = readMigrations('postgres').slice(0, asOf);
    await run(migrations.map(({ sql }) => sql).join(';'));
    await run('CREATE TABLE schema_version (version INTEGER NOT NULL)');
    await run(`INSERT INTO schema_version (version) VALUES (${asOf})`);
    // Of the library that counted the limits.
    await run('CREATE TABLE limits (key VARCHAR(255) PRIMARY KEY, points INTEGER, expire BIGINT)');
  }
  return {
    open: () => openStore({ dataDir: '', databaseUrl }),
    run: async (sql) => void (await run(sql)),
    count: async (table) => Number((await run(`SELECT count(*) FROM ${table}`)).rows[0].count),
    async raiseVersion() {
      isAsItWas = false;
      const next = readMigrations('postgres').length + 1;
      await run(`INSERT INTO schema_version (version) VALUES (${next})`);
    },
    async dispose() {
      if (!isAsItWas) return;
      await run(EMPTY);
      emptied.push(databaseUrl);
    },
  };
}

describeStore('PostgreSQL store', createDatabase);

it('rejects while the database is away and recovers without a restart', async () => {
  const store = await (await createDatabase()).open();
  await store.acceptEnquiry(exampleEnquiry());
  await postgres.stop();
  await expect(store.acceptEnquiry(exampleEnquiry())).rejects.toThrow();
  await expect(store.countMails()).rejects.toThrow();
  await postgres.start();
  expect(await store.acceptEnquiry(exampleEnquiry())).toMatchObject({ kind: 'stored' });
  expect((await store.countMails()).queued).toBe(4);
  await store.close();
});

it('says which setting is wrong when the database cannot be reached, without the password', async () => {
  const databaseUrl = 'postgres://website:secret@localhost:1/enquiries';
  const refusal = await openStore({ dataDir: '', databaseUrl }).catch((error: Error) => error);
  expect(`${refusal}`).toMatch(/DATABASE_URL: PostgreSQL at localhost:1.* \(.*ECONNREFUSED/);
  expect(`${refusal}`).not.toContain('secret');
});

it('gives up a start that waits for a process that stands still while it changes the schema', async () => {
  const databaseUrl = await postgres.createDatabase();
  const frozen = new Client({ connectionString: databaseUrl });
  await frozen.connect();
  await frozen.query(`BEGIN; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  await expect(migratePostgres(databaseUrl, 'here', 200)).rejects.toThrow(
    'another process is changing its schema',
  );
  await frozen.query('COMMIT');
  await migratePostgres(databaseUrl, 'here', 200);
  await frozen.end();
});
