import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFile,
  mkdir,
  mkdtemp,
  open as openFile,
  readFile,
  rename,
  rm,
  rmdir,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import { openSqliteStore } from '../../server/store/sqlite-store.ts';
import { KEEP_DELIVERED_MS, type NewEnquiry, type Store } from '../../server/store/store.ts';
import { hasProgram } from '../deploy/machine.ts';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { count } from '../soak.ts';
import { exampleEnquiry, NOON_MS } from '../store-examples.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';
import { FAULT_SETTINGS, newPost, send } from './post-enquiry.ts';
import {
  canMountSmallDisk,
  coverReadOnly,
  fillDisk,
  seenFromOutside,
  throughSmallDisk,
} from './small-disk.ts';

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** A disk that is full, read-only, gone or locked: 'cannot store now', never a false yes. */

const LOCK_S = count(2);
/** So many that the last in line waits longer than anybody may. */
const VISITORS = 30;

let dataDir: string;
let database: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'broken-disk-'));
  database = join(dataDir, 'enquiries.sqlite');
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('the store', () => {
  it('rejects when the file may not grow, keeps what it took, and goes on once there is room', async () => {
    const store = await openSqliteStore({ dataDir, maxPages: 90 });
    const { taken, refused } = await acceptUntilRefused(store);
    expect(taken.length).toBeGreaterThan(0);
    await expectOnly(store, taken, refused);
    for (;;) {
      const claim = await store.claimNextMail(NOON_MS, 1000);
      if (!claim) break;
      await store.markDelivered(claim, NOON_MS);
    }
    await store.eraseExpired(NOON_MS + KEEP_DELIVERED_MS + 1);
    expect(await store.acceptEnquiry(exampleEnquiry())).toMatchObject({ kind: 'stored' });
    await store.close();
  });

  it('rejects while its file cannot be opened, and goes on once it can', async () => {
    const store = await openStore({ dataDir, databaseUrl: '' });
    const before = exampleEnquiry();
    await store.acceptEnquiry(before);
    await rename(database, `${database}.away`);
    await mkdir(database);
    await expect(store.acceptEnquiry(exampleEnquiry())).rejects.toThrow();
    await expect(store.checkWritable()).rejects.toThrow();
    await rmdir(database);
    await rename(`${database}.away`, database);
    expect(await store.acceptEnquiry(exampleEnquiry())).toMatchObject({ kind: 'stored' });
    expect(await store.findSubmission(String(before.submissionId))).toBeDefined();
    await store.close();
  });

  it('rejects while another process holds the lock, without stopping the event loop', {
    timeout: (LOCK_S + 30) * 1000,
  }, async () => {
    const store = await openStore({ dataDir, databaseUrl: '' });
    const other = new DatabaseSync(database);
    other.exec('BEGIN IMMEDIATE');
    const idle = new Worker(IDLE_LOOP, { eval: true });
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    let locked = true;
    const refused: NewEnquiry[] = [];
    const visitors = Array.from({ length: VISITORS }, async () => {
      while (locked) {
        const enquiry = exampleEnquiry();
        const turns = countTurns();
        const stored = await store.acceptEnquiry(enquiry).then(
          () => true,
          () => false,
        );
        // A store that blocked would have given no other work a turn.
        expect(turns()).toBeGreaterThan(5);
        expect(stored && locked).toBe(false);
        if (!stored) refused.push(enquiry);
      }
    });
    await sleep(LOCK_S * 1000);
    locked = false;
    other.exec('ROLLBACK');
    await Promise.all(visitors);
    delay.disable();
    idle.postMessage('stop');
    await once(idle, 'message');
    expect(refused.length).toBeGreaterThan(0);
    expect(await store.acceptEnquiry(exampleEnquiry())).toMatchObject({ kind: 'stored' });
    await expectOnly(store, [], refused);
    other.close();
    await store.close();
  });
});

it('the server refuses and says so while its file is gone or damaged, and goes on with a whole one', async () => {
  const server = await startSiteServer({ dataDir, env: FAULT_SETTINGS });
  const post = async () => (await send(server.url, await newPost()))?.status;
  const status = async () => (await fetch(`${server.url}/api/status`)).status;
  const isRefusing = async () => {
    while ((await post()) !== 503) await sleep(20);
    expect([await post(), await status()]).toEqual([503, 503]);
    expect((await fetch(`${server.url}/home`)).status).toBe(200);
  };
  const goesOn = async () => {
    while ((await post()) !== 202) await sleep(20);
    expect(await status()).toBe(200);
  };
  expect([await post(), await status()]).toEqual([202, 200]);
  await rename(database, `${database}.away`);
  await isRefusing();
  await rename(`${database}.away`, database);
  await goesOn();

  // What the log holds would be read from there, so nobody may write any more.
  const other = new DatabaseSync(database, { timeout: 5_000 });
  const owed = other.prepare("SELECT 1 FROM mail WHERE state <> 'delivered'");
  while (owed.get()) await sleep(20);
  const folded = other.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  expect(folded).toMatchObject({ busy: 0 });
  other.close();
  await copyFile(database, `${database}.good`);
  const file = await openFile(database, 'r+');
  const { size } = await file.stat();
  await file.write(Buffer.alloc(size - 3 * 4096, 0xa5), 0, size - 3 * 4096, 2 * 4096);
  await file.close();
  await isRefusing();
  await rename(`${database}.good`, database);
  await goesOn();
  await server.stop();
  const runbook = "see 'When the database is sick' in docs/operate.md";
  for (const line of [
    /was taken away, is now .*\.away/,
    / is damaged /,
    /an enquiry could not be stored/,
  ]) {
    const said = server
      .output()
      .split('\n')
      .find((each) => line.test(each));
    expect(said).toContain(runbook);
  }
  expect(server.output()).toContain('enquiries can be stored again');
});

/** The shell lines of the runbook that make a whole file of a damaged one, for another folder. */
async function mendingLines(folder: string): Promise<string> {
  const runbook = await readFile('docs/operate.md', 'utf8');
  const lines = runbook.split('\n').filter((line) => /^ +sqlite3 \/root\/sick\//.test(line));
  expect(lines).toHaveLength(2);
  return lines.join('\n').replaceAll('/root/sick', folder);
}

it.skipIf(!hasProgram('sqlite3', '--version'))(
  'a damaged file, mended as the runbook says, is taken by the server with every enquiry',
  async () => {
    const env = { ...FAULT_SETTINGS, SMTP_URL: 'smtp://127.0.0.1:1' };
    const before = await startSiteServer({ dataDir, env });
    const posts = await Promise.all(Array.from({ length: 12 }, () => newPost()));
    for (const post of posts) expect((await send(before.url, post))?.status).toBe(202);
    await before.stop();

    const sick = new DatabaseSync(database);
    sick.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const pages = sick.prepare("SELECT rootpage FROM sqlite_schema WHERE type = 'index'").all();
    sick.close();
    const file = await openFile(database, 'r+');
    for (const { rootpage } of pages) {
      await file.write(Buffer.alloc(4096, 0xa5), 0, 4096, (Number(rootpage) - 1) * 4096);
    }
    await file.close();
    await expect(startSiteServer({ dataDir, env })).rejects.toThrow(/is damaged/);

    const folder = join(dataDir, 'sick');
    await mkdir(folder);
    await rename(database, join(folder, 'enquiries.sqlite'));
    const counted = execFileSync('sh', ['-ec', await mendingLines(folder)], { encoding: 'utf8' });
    expect(counted.trim()).toBe('12');
    await copyFile(join(folder, 'mended.sqlite'), database);
    const after = await startSiteServer({ dataDir, env });
    const listed = execFileSync(
      process.execPath,
      [resolve('server/commands/enquiries.ts'), 'list', '--json'],
      {
        cwd: dataDir,
        env: { PATH: process.env.PATH, DATA_DIR: dataDir },
        encoding: 'utf8',
      },
    );
    expect(JSON.parse(listed).enquiries).toHaveLength(12);
    // The browser that did not see its answer is told the same; a new one is taken.
    expect((await send(after.url, posts[0] as (typeof posts)[0]))?.status).toBe(202);
    expect((await send(after.url, await newPost()))?.status).toBe(202);
    await after.stop();
  },
);

/** An event loop with nothing to do: what stops it is the machine's, not the store's. */
const IDLE_LOOP = `
  const { parentPort } = require('node:worker_threads');
  const delay = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  parentPort.once('message', () => parentPort.postMessage(Math.round(delay.max / 1e6)));
`;

async function acceptUntilRefused(store: Store) {
  const taken: NewEnquiry[] = [];
  for (;;) {
    const enquiry = exampleEnquiry();
    try {
      await store.acceptEnquiry(enquiry);
      taken.push(enquiry);
    } catch {
      return { taken, refused: [enquiry] };
    }
  }
}

/** What was accepted is there, what was refused is not, not even in part. */
async function expectOnly(store: Store, taken: NewEnquiry[], refused: NewEnquiry[]): Promise<void> {
  for (const { submissionId } of taken) {
    expect(await store.findSubmission(String(submissionId))).toBeDefined();
  }
  for (const { submissionId } of refused) {
    expect(await store.findSubmission(String(submissionId))).toBeUndefined();
  }
  if (taken.length > 0) expect((await store.countMails()).queued).toBe(2 * taken.length);
}

/** Counts how often the event loop comes round from now on. */
function countTurns(): () => number {
  let turns = 0;
  let counting = true;
  const turn = () => {
    turns += 1;
    if (counting) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    counting = false;
    return turns;
  };
}

const onSmallDisk = canMountSmallDisk(tmpdir());

/** Where a machine cannot mount a disk for a test, the store's tests above stand alone. */
if (onSmallDisk) {
  describe('the server on a small disk', () => {
    let mailbox: Mailbox;
    let server: SiteServer;

    beforeEach(async () => {
      mailbox = await openMailbox();
      server = await startSiteServer({
        dataDir,
        through: throughSmallDisk(4),
        env: { ...FAULT_SETTINGS, SMTP_URL: mailbox.url, LOG_LEVEL: 'silent' },
      });
    }, 60_000);

    afterEach(async () => {
      await server?.stop();
      await mailbox?.close();
    });

    const status = async () => (await fetch(`${server.url}/api/status`)).status;
    const post = async () => {
      const one = await newPost();
      return { id: one.submissionId, status: (await send(server.url, one))?.status };
    };

    async function until(what: () => Promise<boolean>): Promise<void> {
      while (!(await what())) await sleep(50);
    }

    it('answers 503 and never 202 while it is full, and recovers alone', {
      timeout: 60_000,
    }, async () => {
      expect((await post()).status).toBe(202);
      const inside = seenFromOutside(server.pid, dataDir);
      const makeRoom = await fillDisk(inside);
      const answers: { id: string; status: number | undefined }[] = [];
      // Room that the log has already taken may hold a few more; then there is none.
      await until(async () => {
        const answer = await post();
        answers.push(answer);
        expect([202, 503]).toContain(answer.status);
        return answer.status === 503;
      });
      await until(async () => (await status()) === 503);
      for (let posts = 0; posts < 10; posts += 1) {
        const answer = await post();
        answers.push(answer);
        expect(answer.status).toBe(503);
      }
      await makeRoom();
      await until(async () => (await post()).status === 202);
      await until(async () => (await status()) === 200);
      const store = await openStore({ dataDir: inside, databaseUrl: '' });
      for (const answer of answers) {
        const stored = (await store.findSubmission(answer.id)) !== undefined;
        expect({ ...answer, stored }).toEqual({ ...answer, stored: answer.status === 202 });
      }
      await store.close();
    });

    it('answers 503 while its disk is gone and a read-only one in its place, and recovers alone', {
      timeout: 60_000,
    }, async () => {
      expect((await post()).status).toBe(202);
      const uncover = coverReadOnly(server.pid, dataDir);
      for (let posts = 0; posts < 10; posts += 1) expect((await post()).status).toBe(503);
      await until(async () => (await status()) === 503);
      uncover();
      expect((await post()).status).toBe(202);
      await until(async () => (await status()) === 200);
    });
  });
}
