import {
  copyFile,
  mkdtemp,
  open as openFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeStore, type TestDatabase } from '../../tests/store-conformance.ts';
import { exampleEnquiry, NOON_MS } from '../../tests/store-examples.ts';
import { openStore } from './open-store.ts';
import { readMigrations } from './read-migrations.ts';
import type { NewEnquiry, Store } from './store.ts';

const FILE = 'enquiries.sqlite';

async function createDatabase(options?: {
  asOf?: number;
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
    async count(table) {
      const database = new DatabaseSync(join(dataDir, FILE));
      const row = database.prepare(`SELECT count(*) AS count FROM ${table}`).get();
      database.close();
      return Number(row?.count);
    },
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

describe('when the file is taken from under it', () => {
  let created: Awaited<ReturnType<typeof createDatabase>>;
  let store: Store;
  let lines: string[];
  const waiting = exampleEnquiry();
  const file = (suffix = '') => join(created.dataDir, FILE + suffix);
  const has = async (one: NewEnquiry) =>
    (await store.findSubmission(String(one.submissionId))) !== undefined;
  const accept = async () => (await store.acceptEnquiry(exampleEnquiry())).kind;

  beforeEach(async () => {
    created = await createDatabase();
    lines = [];
    const say = (_: object, message: string) => void lines.push(message);
    store = await openStore({ ...created, databaseUrl: '' }, { warn() {}, error: say });
    await store.acceptEnquiry(waiting);
  });
  afterEach(async () => {
    await store.close();
    await created.dispose();
  });

  it('deleted, it is written anew with all that waits', async () => {
    for (const suffix of ['', '-wal', '-shm']) await rm(file(suffix));
    expect(await accept()).toBe('stored');
    expect(await has(waiting)).toBe(true);
    const other = await created.open();
    expect((await other.countMails()).queued).toBe(4);
    await other.close();
    expect(lines).toEqual([expect.stringMatching(/was deleted .*; written anew, nothing is lost/)]);
    expect((await readdir(created.dataDir)).filter((name) => name.includes('restored'))).toEqual(
      [],
    );
  });

  it('moved away, it takes nothing in, says where it is, and goes on once it is back', async () => {
    await rename(file(), file('.away'));
    await expect(accept()).rejects.toThrow();
    await expect(store.checkWritable()).rejects.toThrow();
    await expect(store.claimNextMail(NOON_MS, 1000)).rejects.toThrow();
    expect(lines).toEqual([
      expect.stringMatching(/is now .*\.away, with 1 undelivered enquiries .* see 'When the/),
      expect.stringMatching(/^an enquiry could not be stored: see 'When the/),
    ]);
    // Whole, without the log that stayed behind.
    await copyFile(file('.away'), file('.copy'));
    const copy = new DatabaseSync(file('.copy'));
    expect(copy.prepare('SELECT count(*) AS mails FROM mail').get()).toEqual({ mails: 2 });
    copy.close();
    await rename(file('.away'), file());
    expect(await accept()).toBe('stored');
    expect((await store.countMails()).queued).toBe(4);
  });

  it('replaced by another database, it goes on with that, and keeps beside it what was owed', async () => {
    const backup = await createDatabase();
    await (await backup.open()).close();
    await rename(join(backup.dataDir, FILE), file());
    expect(await accept()).toBe('stored');
    expect(await has(waiting)).toBe(false);
    const [line] = lines;
    expect(line).toMatch(/took the place .* undelivered enquiries of the old one are in .* see/);
    const kept = /are in (\S+\.sqlite)/.exec(String(line))?.[1];
    const old = new DatabaseSync(String(kept));
    expect(old.prepare('SELECT count(*) AS mails FROM mail').get()).toEqual({ mails: 2 });
    old.close();
    await backup.dispose();
  });

  it('replaced by what is no database of ours, it keeps the old one open', async () => {
    await rename(file(), file('.away'));
    await writeFile(file(), 'something else');
    await expect(accept()).rejects.toThrow();
    await rename(file('.away'), file());
    expect(await accept()).toBe('stored');
    expect(await has(waiting)).toBe(true);
  });

  it('gone at the next start with only its log left, it makes no empty one over that', async () => {
    await copyFile(file('-wal'), file('.log'));
    await store.close();
    await rm(file());
    await rename(file('.log'), file('-wal'));
    await expect(created.open()).rejects.toThrow(/is gone, and what goes with it is still there/);
    expect((await stat(file('-wal'))).size).toBeGreaterThan(0);
    // Nor over a copy that was about to take its place when the process ended.
    await rename(file('-wal'), file('.restored'));
    await expect(created.open()).rejects.toThrow(/is gone, and what goes with it is still there/);
  });
});

it('does not start on a file with damaged pages, and says so while it runs', async () => {
  const { dataDir, open, dispose } = await createDatabase();
  const lines: string[] = [];
  const say = (_: object, message: string) => void lines.push(message);
  const store = await openStore({ dataDir, databaseUrl: '' }, { warn: say, error: say });
  for (let count = 0; count < 40; count += 1) await store.acceptEnquiry(exampleEnquiry());
  const database = new DatabaseSync(join(dataDir, FILE));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const file = await openFile(join(dataDir, FILE), 'r+');
  const { size } = await file.stat();
  await file.write(Buffer.alloc(size - 3 * 4096, 0xa5), 0, size - 3 * 4096, 2 * 4096);
  await file.close();
  await expect(store.acceptEnquiry(exampleEnquiry())).rejects.toThrow();
  await expect(store.checkWritable()).rejects.toThrow(/is damaged/);
  await store.close();
  expect(lines).toContainEqual(expect.stringMatching(/is damaged .*: see .* docs\/operate\.md/));
  await expect(open()).rejects.toThrow(/^\S+enquiries.sqlite is damaged .*: see 'When the/);
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
