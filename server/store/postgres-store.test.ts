import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startPostgres, type TestPostgres } from '../../tests/postgres.ts';
import { describeStore, type TestDatabase } from '../../tests/store-conformance.ts';
import { exampleEnquiry } from '../../tests/store-examples.ts';
import { openStore } from './open-store.ts';
import { readMigrations } from './read-migrations.ts';

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);

afterAll(() => postgres?.dispose());

async function createDatabase(options?: {
  asOf: number;
}): Promise<TestDatabase & { databaseUrl: string }> {
  const databaseUrl = await postgres.createDatabase();
  const run = async (sql: string) => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  if (options) {
    const migrations = readMigrations('postgres').slice(0, options.asOf);
    await run(migrations.map(({ sql }) => sql).join(';'));
    await run('CREATE TABLE schema_version (version INTEGER NOT NULL)');
    await run(`INSERT INTO schema_version (version) VALUES (${options.asOf})`);
    // Of the library that counted the limits.
    await run('CREATE TABLE limits (key VARCHAR(255) PRIMARY KEY, points INTEGER, expire BIGINT)');
  }
  return {
    databaseUrl,
    open: () => openStore({ dataDir: '', databaseUrl }),
    run,
    raiseVersion: () => run('INSERT INTO schema_version (version) VALUES (3)'),
    dispose: async () => {},
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

it('survives a connection that breaks in the middle of a statement', async () => {
  const database = await createDatabase();
  const store = await database.open();
  const other = new Client({ connectionString: database.databaseUrl });
  await other.connect();
  await other.query('BEGIN; LOCK TABLE enquiry IN ACCESS EXCLUSIVE MODE');
  const accepting = expect(store.acceptEnquiry(exampleEnquiry())).rejects.toThrow();
  await vi.waitUntil(
    async () => {
      const { rowCount } = await other.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    },
    { timeout: 60_000 },
  );
  await accepting;
  await other.end();
  expect(await store.acceptEnquiry(exampleEnquiry())).toMatchObject({ kind: 'stored' });
  await store.close();
});

it('says which setting is wrong when the database cannot be reached, without the password', async () => {
  const databaseUrl = 'postgres://website:secret@localhost:1/enquiries';
  const refusal = await openStore({ dataDir: '', databaseUrl }).catch((error: Error) => error);
  expect(`${refusal}`).toMatch(/DATABASE_URL: PostgreSQL at localhost:1.* \(.*ECONNREFUSED/);
  expect(`${refusal}`).not.toContain('secret');
});
