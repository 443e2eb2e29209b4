import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testStoreConformance } from '../../tests/store-conformance.ts';
import { exampleEnquiry } from '../../tests/store-examples.ts';
import { sqliteFileOf } from './sqlite.ts';
import { openStore } from './store.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sqlite-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const open = (options = {}) => openStore({ DATA_DIR: dataDir, DATABASE_URL: '' }, options);

describe('SQLite', () => {
  testStoreConformance(async () => ({ store: await open(), again: () => open() }));
});

it('refuses a fresh file beside a leftover log, which may hold the latest enquiries', async () => {
  const file = sqliteFileOf(dataDir);
  const store = await open();
  await store.accept(exampleEnquiry());
  await copyFile(`${file}-wal`, `${file}-kept`);
  await store.close();
  await rm(file);
  await rename(`${file}-kept`, `${file}-wal`);
  await expect(open()).rejects.toThrow(/is gone and .*-wal is still there/);
  expect(existsSync(file)).toBe(false);
});

it.each(['deleted', 'replaced'])('takes nothing more once its file was %s', async (what) => {
  const file = sqliteFileOf(dataDir);
  const reasons: string[] = [];
  const store = await open({ onReplaced: (reason: string) => reasons.push(reason) });
  await store.accept(exampleEnquiry());
  await rename(file, `${file}-before`);
  if (what === 'replaced') await copyFile(`${file}-before`, file);
  await expect(store.accept(exampleEnquiry())).rejects.toThrow('moved, deleted or replaced');
  await expect(store.checkWritable()).rejects.toThrow();
  expect(reasons[0]).toContain(file);
  await store.close();
});

it('says in one line that a file is damaged', async () => {
  await writeFile(sqliteFileOf(dataDir), 'no database');
  await expect(open()).rejects.toThrow(/enquiries\.sqlite: file is not a database/);
  await rm(sqliteFileOf(dataDir));
  const store = await open();
  for (let i = 0; i < 50; i += 1) await store.accept(exampleEnquiry());
  await store.close();
  const content = await readFile(sqliteFileOf(dataDir));
  content.fill(7, content.length - 20_000);
  await writeFile(sqliteFileOf(dataDir), content);
  await expect(open()).rejects.toThrow(/enquiries\.sqlite: the file is damaged/);
});

it('for a command does not make an empty database in a wrong folder', async () => {
  await expect(open({ mayCreate: false })).rejects.toThrow('does not exist');
  expect(existsSync(sqliteFileOf(dataDir))).toBe(false);
});
