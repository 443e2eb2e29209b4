import { existsSync } from 'node:fs';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectUpgradeAndRollbackToKeepAll } from '../../tests/support/store/before-states.ts';
import { testStoreConformance } from '../../tests/support/store/conformance.ts';
import { exampleEnquiry } from '../../tests/support/store/examples.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { openSqlite, sqliteFileOf } from './sqlite.ts';
import { openStore } from './store.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await temporaryFolder();
});

const open = () => openStore({ DATA_DIR: dataDir, DATABASE_URL: '' });

describe('SQLite', () => {
  testStoreConformance(async () => ({ store: await open(), again: open }));
});

test('a missing database beside its write-ahead log stops the start', async () => {
  const file = sqliteFileOf(dataDir);
  const store = await open();
  await store.storeEnquiry(exampleEnquiry());
  await copyFile(`${file}-wal`, `${file}-kept`);
  await store.close();
  await rm(file);
  await rename(`${file}-kept`, `${file}-wal`);
  await expect(open()).rejects.toThrow(/is gone and .*-wal is still there/);
  expect(existsSync(file)).toBe(false);
});

test('a damaged file stops the start with one line', async () => {
  await writeFile(sqliteFileOf(dataDir), 'no database');
  await expect(open()).rejects.toThrow(/enquiries\.sqlite: file is not a database/);
  await rm(sqliteFileOf(dataDir));
  const store = await open();
  for (let i = 0; i < 50; i += 1) await store.storeEnquiry(exampleEnquiry());
  await store.close();
  const content = await readFile(sqliteFileOf(dataDir));
  content.fill(7, content.length - 20_000);
  await writeFile(sqliteFileOf(dataDir), content);
  await expect(open()).rejects.toThrow(/enquiries\.sqlite: the file is damaged/);
});

test('the version before works on the schema of this one', async () => {
  const database = new DatabaseSync(sqliteFileOf(dataDir));
  await expectUpgradeAndRollbackToKeepAll(
    async (statement) => database.prepare(statement).all(),
    open,
  );
  database.close();
});

// Only a power cut could test the effect of this setting.
test('SQLite is set to return from a commit when it is on disk', async () => {
  const database = openSqlite(dataDir);
  // FULL, or EXTRA: https://www.sqlite.org/pragma.html#pragma_synchronous
  const [setting] = await database.query<{ synchronous: number }>('PRAGMA synchronous');
  expect(setting?.synchronous).toBeGreaterThanOrEqual(2);
  await database.close();
});
