import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../runtime/log.ts';
import { attemptNext, exampleEnquiry } from '../tests/support/store/examples.ts';
import { openTestStore } from '../tests/support/temporary-folder.ts';
import { type Erasing, startErasing } from './erase-expired.ts';
import { sqliteFileOf } from './store/sqlite.ts';
import { mailFolderOf, type Store } from './store/store.ts';

const DAY_MS = 24 * 3_600_000;
const retention = () => ({ days: 30, bookedUntilParty: false });

let erasing: Erasing | undefined;
afterEach(() => erasing?.stop());

async function storeWith(ageMs: number) {
  const { store, dataDir } = await openTestStore();
  const receivedAtMs = Date.now() - ageMs;
  await store.storeEnquiry(exampleEnquiry({ isSpam: true, receivedAtMs }));
  await attemptNext(store, { kind: 'delivered' }, receivedAtMs);
  return { store, dataDir };
}

test('an enquiry is erased at the start once its retention period is over', async () => {
  const { store } = await storeWith(31 * DAY_MS);
  erasing = startErasing({ store, retention, log: createLog('info', () => {}) });
  await expect.poll(() => store.listEnquiries()).toEqual([]);
});

test('an enquiry that expires while the server runs is erased, also after a failure', async () => {
  const { store } = await storeWith(29 * DAY_MS);
  const lines: string[] = [];
  let runs = 0;
  const failingOnce: Pick<Store, 'eraseExpired'> = {
    async eraseExpired(nowMs, kept) {
      runs += 1;
      if (runs === 2) throw new Error('database is locked');
      // Each run is a day after the one before.
      return store.eraseExpired(nowMs + (runs - 1) * DAY_MS, kept);
    },
  };
  const log = createLog('info', (line) => void lines.push(line));
  erasing = startErasing({ store: failingOnce, retention, log }, 10);
  await expect.poll(() => store.listEnquiries()).toEqual([]);
  expect(runs).toBeGreaterThan(2);
  expect(lines.join('')).toContain('erasing expired enquiries failed');
});

test.each<[string, (dataDir: string) => Promise<() => Promise<void>>]>([
  [
    'the folder of mails cannot be read',
    async (dataDir) => {
      const folder = mailFolderOf(dataDir);
      await rm(folder, { recursive: true });
      await writeFile(folder, '');
      return () => rm(folder);
    },
  ],
  [
    'the write-ahead log is being read',
    async (dataDir) => {
      const reader = new DatabaseSync(sqliteFileOf(dataDir));
      reader.exec('BEGIN');
      reader.prepare('SELECT * FROM enquiry').all();
      return async () => reader.close();
    },
  ],
])('what is left of an erased enquiry while %s is removed by the next run', async (_, obstruct) => {
  const { store, dataDir } = await storeWith(31 * DAY_MS);
  const [enquiry] = await store.listEnquiries();
  const writeMail = async () => {
    await mkdir(mailFolderOf(dataDir), { recursive: true });
    await writeFile(join(mailFolderOf(dataDir), `2026-${enquiry?.id}.eml`), 'a@b.example');
  };
  await writeMail();
  const clear = await obstruct(dataDir);
  const erase = () => store.eraseExpired(Date.now(), retention());
  await expect(erase()).rejects.toThrow();
  await clear();
  await writeMail();
  expect(await erase()).toBe(1);
  expect(await readdir(mailFolderOf(dataDir))).toEqual([]);
  for (const path of [sqliteFileOf(dataDir), `${sqliteFileOf(dataDir)}-wal`]) {
    expect(await readFile(path, 'latin1')).not.toContain(enquiry?.fields.email);
  }
  expect(await erase()).toBe(0);
});
