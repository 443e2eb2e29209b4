import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { describeStore, type TestDatabase } from '../../tests/store-conformance.ts';
import { exampleEnquiry } from '../../tests/store-examples.ts';
import { openStore } from './open-store.ts';
import { readMigrations } from './read-migrations.ts';

const FILE = 'enquiries.sqlite';

async function createDatabase(options?: {
  asOf: number;
}): Promise<TestDatabase & { dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sqlite-store-'));
  const run = async (sql: string) => {
    const database = new DatabaseSync(join(dataDir, FILE));
    database.exec(sql);
    database.close();
  };
  for (const { version, sql } of readMigrations('sqlite').slice(0, options?.asOf ?? 0)) {
    await run(`${sql}; PRAGMA user_version = ${version}`);
  }
  return {
    dataDir,
    open: () => openStore({ dataDir, databaseUrl: '' }),
    run,
    raiseVersion: () => run(`PRAGMA user_version = ${readMigrations('sqlite').length + 1}`),
    dispose: () => rm(dataDir, { recursive: true, force: true }),
  };
}

describeStore('SQLite store', createDatabase);

it('lets nobody else on the machine read the database', async () => {
  const { dataDir, open, dispose } = await createDatabase();
  const store = await open();
  await store.acceptEnquiry(exampleEnquiry());
  for (const suffix of ['', '-wal', '-shm']) {
    expect((await stat(join(dataDir, FILE + suffix))).mode & 0o077, suffix).toBe(0);
  }
  await store.close();
  await dispose();
});

it('starts anew in the folder when the database file was taken away', async () => {
  const { dataDir, open, dispose } = await createDatabase();
  const store = await open();
  for (const suffix of ['', '-wal', '-shm']) await rm(join(dataDir, FILE + suffix));
  const enquiry = exampleEnquiry();
  expect(await store.acceptEnquiry(enquiry)).toMatchObject({ kind: 'stored' });
  const other = await open();
  expect(await other.findSubmission(String(enquiry.submissionId))).toBeDefined();
  await other.close();
  await store.close();
  await dispose();
});

it('says which setting is wrong when the folder cannot hold a database', async () => {
  const { dataDir, dispose } = await createDatabase();
  const taken = join(dataDir, 'taken');
  await writeFile(taken, 'not a folder');
  await expect(openStore({ dataDir: taken, databaseUrl: '' })).rejects.toThrow(
    /^DATA_DIR: .*taken.* cannot be opened/,
  );
  await dispose();
});
