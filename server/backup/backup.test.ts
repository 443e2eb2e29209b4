import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type EmptyDatabases,
  KINDS,
  type Kind,
  openEmptyDatabases,
} from '../../tests/faults/empty-databases.ts';
import { FAULT_SETTINGS, newPost, send } from '../../tests/faults/post-enquiry.ts';
import { FIRST_RELEASE_ROWS } from '../../tests/first-release.ts';
import { freePort } from '../../tests/free-port.ts';
import { openMailbox } from '../../tests/mailbox.ts';
import { exampleEnquiry, exampleMail } from '../../tests/store-examples.ts';
import { startSiteServer } from '../../tests/support/site-server.ts';
import { publishTestRelease } from '../../tests/test-release.ts';
import { backup } from '../commands/backup.ts';
import { openDatabase } from '../commands/open-database.ts';
import { LEASE_MS } from '../outbox/delivery-state.ts';
import { parseSettings } from '../settings.ts';
import { openStore, type StoreSettings } from '../store/open-store.ts';
import { backUp } from './back-up.ts';
import type { RowCounts } from './backup-file.ts';
import { restoreInto } from './restore-into.ts';

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const DAY_MS = 24 * 3_600_000;
const CAPTCHA_SECRET = 'x'.repeat(20);

let databases: EmptyDatabases;
let folder: string;
beforeAll(async () => {
  databases = await openEmptyDatabases();
  folder = await mkdtemp(join(tmpdir(), 'backups-'));
});
afterAll(async () => {
  await databases?.dispose();
  await rm(folder, { recursive: true, force: true });
});

async function keyPair(): Promise<{ key: string; keyFile: string }> {
  const identity = await generateX25519Identity();
  const keyFile = join(await mkdtemp(join(folder, 'key-')), 'key.txt');
  await writeFile(keyFile, `# as age-keygen writes it\n${identity}\n`);
  return { key: await identityToRecipient(identity), keyFile };
}

it('brings every enquiry back after a kill and a disk that is gone, and mails it then', async () => {
  const { key, keyFile } = await keyPair();
  const home = await mkdtemp(join(folder, 'home-'));
  const [dataDir, siteDir, backups] = ['data', 'dist', 'backups'].map((name) => join(home, name));
  await publishTestRelease(String(siteDir));
  const port = await freePort();
  const env = { ...FAULT_SETTINGS, SMTP_URL: `smtp://127.0.0.1:${port}` };
  const places = { dataDir: String(dataDir), siteDir: String(siteDir) };
  const command = (...args: string[]) =>
    promisify(execFile)(process.execPath, [resolve('server/commands/enquiries.ts'), ...args], {
      cwd: home,
      env: { PATH: process.env.PATH, BACKUP_KEY: key, TMPDIR: home },
    });

  const server = await startSiteServer({ ...places, env });
  const posts = await Promise.all(Array.from({ length: 5 }, () => newPost()));
  for (const post of posts) expect((await send(server.url, post))?.status).toBe(202);
  const { stdout } = await command('backup');
  expect(stdout).toMatch(
    /^Backed up: 5 enquiries in .*\.age, encrypted, restored once to prove it/,
  );
  await server.kill();
  await rm(String(dataDir), { recursive: true });

  const [name = ''] = await readdir(String(backups));
  // Nothing but the backup is left on this machine, and of that nobody reads a word.
  expect(await readdir(home)).toEqual(['backups', 'dist']);
  const file = join(String(backups), name);
  expect((await readFile(file)).includes('voorbeeld.example')).toBe(false);
  await expect(command('restore', file)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is encrypted: name the file with your key'),
  });
  const restored = await command('restore', file, '--identity', keyFile);
  expect(restored.stdout).toMatch(/^Restored: 5 enquiries with 10 mails/);
  await expect(command('restore', file, '--identity', keyFile)).rejects.toMatchObject({
    stderr: expect.stringContaining('nothing is restored over it'),
  });

  const mailbox = await openMailbox(port);
  const again = await startSiteServer({ ...places, env });
  while (mailbox.mails.length < 10) await sleep(50);
  const arrived = mailbox.mails.map(({ email }) => email.text).join();
  for (const { submissionId } of posts) expect(arrived).toContain(`aanvraag ${submissionId}.`);
  // The browser that did not see its answer is told the same.
  expect((await send(again.url, posts[0] as (typeof posts)[0]))?.status).toBe(202);
  await again.stop();
  await mailbox.close();
  expect(new Set(mailbox.mails.map(({ email }) => email.messageId)).size).toBe(10);
});

const settingsOf = ({ dataDir, databaseUrl }: StoreSettings) =>
  parseSettings({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, CAPTCHA_SECRET });

/** One backup of a database, in a folder of its own. */
async function backUpOf(
  kind: Kind,
  place: StoreSettings,
  options: { nowMs?: number; backupDays?: number; keepDays?: number; backupKey?: string } = {},
) {
  const backupDir = await mkdtemp(join(folder, 'backups-'));
  const { nowMs = Date.now(), backupDays = 7, keepDays = 30, backupKey = '' } = options;
  const { db, close } = await openDatabase(settingsOf(place));
  const dialect = kind === 'SQLite' ? 'sqlite' : 'postgres';
  const source = { db, dialect, nowMs } as const;
  return backUp({ backupDir, backupDays, backupKey }, source, keepDays).finally(close);
}

/** The lines of rows in a backup that is not encrypted. */
const rowsIn = async (file: string) =>
  gunzipSync(await readFile(file))
    .toString()
    .split('\n')
    .slice(1)
    .sort();

describe.each(KINDS)('a backup of %s', (kind) => {
  const otherKind = kind === 'SQLite' ? 'PostgreSQL' : 'SQLite';

  it('holds every row beside an open server, also more than are read at once, and moves to the other kind', async () => {
    const place = await databases.create(kind);
    const store = await openStore(place);
    const hour = { key: 'mails', most: 2, windowMs: 3_600_000 };
    for (let count = 0; count < 230; count += 1) {
      const company = { ...exampleMail(), digestPart: { text: `deel ${count}`, html: '<p>' } };
      const mails = [company, exampleMail('confirmation')];
      const limits = { confirmation: [], companyMails: hour };
      await store.acceptEnquiry(exampleEnquiry({ receivedAtMs: Date.now(), mails, limits }));
    }
    await store.gatherDigests(Date.now(), 'maanzaad.example');
    const claim = await store.claimNextMail(Date.now(), LEASE_MS);
    if (claim) await store.markFailed(claim, Date.now(), { kind: 'refused', reason: '550' });
    const { file, counts } = await backUpOf(kind, place);
    expect(counts).toMatchObject({ enquiry: 230, mail: 461, spent_captcha: 230, limit_window: 2 });

    const elsewhere = await databases.create(otherKind);
    await restoreInto(elsewhere, file, []);
    const moved = await openStore(elsewhere);
    expect(await moved.countMails()).toEqual(await store.countMails());
    const back = await backUpOf(otherKind, elsewhere);
    expect(await rowsIn(back.file)).toEqual(await rowsIn(file));
    await moved.close();
    await store.close();
    await expect(restoreInto(elsewhere, file, [])).rejects.toThrow('nothing is restored over');
  });

  it('has nothing of an enquiry longer than the site keeps it, and all that is still owed', async () => {
    const place = await databases.create(kind);
    const store = await openStore(place);
    const nowMs = Date.now();
    const take = async (name: string, days: number, isDelivered: boolean) => {
      const receivedAtMs = nowMs - days * DAY_MS;
      const mails = [{ ...exampleMail(), dateMs: receivedAtMs, subject: name }];
      await store.acceptEnquiry(exampleEnquiry({ receivedAtMs, mails }));
      const claim = isDelivered && (await store.claimNextMail(nowMs, LEASE_MS));
      if (claim) await store.markDelivered(claim, receivedAtMs);
    };
    await take('goes within the week', 24, true);
    await take('stays', 22, true);
    await take('is owed', 40, false);
    await store.close();
    const { file } = await backUpOf(kind, place, { nowMs });
    const subjects = [...(await rowsIn(file)).join().matchAll(/"subject":"([^"]*)"/g)];
    expect(subjects.map(([, subject]) => subject).sort()).toEqual(['is owed', 'stays']);
    await expect(backUpOf(kind, place, { keepDays: 7 })).rejects.toThrow(
      'BACKUP_DAYS is 7 while content/site.yaml says that enquiries are kept for 7 days',
    );
  });

  it('of an earlier release is brought up to date, of a later one refused', async () => {
    const lines = [
      { format: 1, schema: 1, at: '2026-11-20T11:00:00.000Z' },
      ...firstReleaseRows(),
      { end: { enquiry: 2, mail: 5, spent_captcha: 1, limit_window: 0 } satisfies RowCounts },
    ];
    const file = join(folder, `first-${kind}.jsonl.gz`);
    const pack = (head: object) =>
      writeFile(
        file,
        gzipSync([head, ...lines.slice(1)].map((line) => `${JSON.stringify(line)}\n`).join('')),
      );
    await pack({ ...lines[0] });
    const place = await databases.create(kind);
    await restoreInto(place, file, []);
    const store = await openStore(place);
    expect(await store.countMails()).toMatchObject({ queued: 2, sending: 1, failed: 1 });
    await store.close();
    await pack({ ...lines[0], schema: 99 });
    const empty = await databases.create(kind);
    await expect(restoreInto(empty, file, [])).rejects.toThrow('has schema version 99');
    await pack({ ...lines[0] });
    await restoreInto(empty, file, []);
  });
});

/** `FIRST_RELEASE_ROWS` as a backup has them. */
function firstReleaseRows(): object[] {
  const inserts = FIRST_RELEASE_ROWS.matchAll(/INSERT INTO (\w+)(?: \(([^)]+)\))? VALUES([^;]+);/g);
  return [...inserts].flatMap(([, table = '', names = 'nonce, expires_at_ms', values = '']) => {
    const columns = names.split(',').map((name) => name.trim());
    return [...values.matchAll(/\(((?:'(?:[^']|'')*'|[^'()])+)\)/g)].map(([, row = '']) => {
      const cells = row.match(/'(?:[^']|'')*'|[^',\s]+/g) ?? [];
      const value = (cell = '') =>
        cell.startsWith("'")
          ? cell.slice(1, -1).replaceAll("''", "'")
          : cell === 'NULL'
            ? null
            : Number(cell);
      return {
        table,
        row: Object.fromEntries(columns.map((name, i) => [name, value(cells[i])])),
      };
    });
  });
}

it('is refused when damaged, cut off or locked with another key, and leaves nothing behind', async () => {
  const place = await databases.create('SQLite');
  const store = await openStore(place);
  for (let count = 0; count < 20; count += 1) await store.acceptEnquiry(exampleEnquiry());
  await store.close();
  const { key } = await keyPair();
  const plain = await backUpOf('SQLite', place);
  const sealed = await backUpOf('SQLite', place, { backupKey: key });
  const whole = await readFile(plain.file);
  const text = gunzipSync(whole).toString();
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1] = (whole[whole.length >> 1] ?? 0) ^ 1;

  const target = await databases.create('SQLite');
  const refusal = async (content: Buffer | string | undefined, identities: string[] = []) => {
    const file = content === undefined ? sealed.file : join(folder, 'wrong.jsonl.gz');
    if (content !== undefined) await writeFile(file, content);
    const said = await restoreInto(target, file, identities).then(
      () => 'restored',
      ({ message }: Error) => message,
    );
    expect(said).not.toContain('\n');
    expect(await readdir(target.dataDir), said).toEqual([]);
    return said;
  };
  for (const content of [
    whole.subarray(0, -30),
    flipped,
    '',
    'PK not a backup',
    gzipSync(text.replace(/\n\{"end".*\n$/, '\n')),
    gzipSync(text.replace(/\n\{"table":"mail"[^\n]*\n/, '\n')),
    gzipSync(text.replace('"table":"mail"', '"table":"mail; DROP TABLE mail"')),
    gzipSync(text.replace('"subject"', '"subject) VALUES (1); --"')),
    gzipSync(`${text}${text}`),
  ]) {
    expect(await refusal(content)).toMatch(/is damaged or cut off \(.*\): take another backup/);
  }
  expect(await refusal(undefined, [await generateX25519Identity()])).toMatch(
    /cannot be opened with this key/,
  );
  await truncate(sealed.file, 300);
  expect(await refusal(undefined, [])).toMatch(/is encrypted: name the file/);
  await expect(restoreInto(target, join(folder, 'none'), [])).rejects.toThrow('does not exist');
});

it('that failed is told, once and once more each day, until one is made', async () => {
  const place = await databases.create('SQLite');
  await (await openStore(place)).close();
  const siteDir = join(folder, 'told-site');
  await publishTestRelease(siteDir);
  const told: string[] = [];
  let status = 500;
  const chat = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text) => told.push(text));
    request.on('end', () => response.writeHead(status).end());
  });
  await once(chat.listen(0, '127.0.0.1'), 'listening');
  const backupDir = await mkdtemp(join(folder, 'told-'));
  const run = (days: string) =>
    backup
      .runAlone(
        parseSettings({
          SITE_DIR: siteDir,
          DATA_DIR: place.dataDir,
          BACKUP_DIR: backupDir,
          BACKUP_DAYS: days,
          ALERT_URL: `http://127.0.0.1:${(chat.address() as AddressInfo).port}/hook`,
          ALERT_FORMAT: 'text',
        }),
        [],
        {},
      )
      .then(
        ({ text }) => text,
        ({ message }: Error) => message,
      );
  // The test's release keeps enquiries for fewer days.
  const fail = async () => expect(await run('3650')).toMatch(/^BACKUP_DAYS is 3650 while/);
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  await fail();
  expect(error.mock.calls).toEqual([['The alert did not get through: status 500.']]);
  error.mockRestore();
  status = 204;
  told.length = 0;
  await fail();
  await fail();
  expect(told).toEqual(['maanzaad.example: geen reservekopie.']);
  const yesterday = Date.now() / 1000 - 24 * 3600;
  await utimes(join(backupDir, '.failure-told'), yesterday, yesterday);
  await fail();
  expect(told).toHaveLength(2);
  expect(await run('7')).toMatch(/^Backed up: 0 enquiries/);
  await fail();
  expect(told).toHaveLength(3);
  chat.close();
});

it('deletes backups past their days, nothing else, and the last good one never for a bad one', async () => {
  const place = await databases.create('SQLite');
  await (await openStore(place)).close();
  const { db, close } = await openDatabase(settingsOf(place));
  const backupDir = join(folder, 'aged', 'backups');
  await mkdir(backupDir, { recursive: true });
  await writeFile(join(backupDir, 'notes.txt'), 'mine');
  await writeFile(join(backupDir, 'enquiries-20260101T000000000Z.jsonl.gz.part'), 'half');
  const run = (nowMs: number, source = db) =>
    backUp(
      { backupDir, backupDays: 2, backupKey: '' },
      { db: source, dialect: 'sqlite', nowMs },
      30,
    );
  const first = await run(Date.UTC(2026, 10, 1));
  const second = await run(Date.UTC(2026, 10, 2));
  const third = await run(Date.UTC(2026, 10, 4) - 1);
  expect(third.aged).toEqual(['enquiries-20261101T000000000Z.jsonl.gz']);
  await db.schema.alterTable('mail').renameTo('hidden').execute();
  await expect(run(Date.UTC(2026, 10, 30))).rejects.toThrow('no such table');
  expect((await readdir(backupDir)).map((name) => join(backupDir, name))).toEqual([
    second.file,
    third.file,
    join(backupDir, 'notes.txt'),
  ]);
  expect(first.aged).toEqual([]);
  await close();
});
