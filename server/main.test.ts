import { execFile } from 'node:child_process';
import { rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publishTestRelease } from '../tests/support/content/test-release.ts';
import { openMailbox } from '../tests/support/servers/mailbox.ts';
import { type SiteServer, startSiteServer } from '../tests/support/servers/site-server.ts';
import { attemptNext, exampleEnquiry } from '../tests/support/store/examples.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { sqliteFileOf } from './store/sqlite.ts';
import { openStore } from './store/store.ts';

const COMMANDS = resolve(import.meta.dirname, 'commands/enquiries.ts');

let folder: string;
let DATA_DIR: string;
let SITE_DIR: string;
let server: SiteServer | undefined;
beforeEach(async () => {
  folder = await temporaryFolder();
  DATA_DIR = join(folder, 'data');
  SITE_DIR = join(folder, 'dist');
  await publishTestRelease(SITE_DIR);
});
afterEach(() => server?.kill());

/** Starts the server as a process of its own, in a folder of its own. */
async function start(env: Record<string, string> = {}): Promise<SiteServer> {
  server = undefined;
  server = await startSiteServer({ cwd: folder, dataDir: DATA_DIR, siteDir: SITE_DIR, env });
  return server;
}

describe('the server', () => {
  test('the server prints its address and what is missing for real use, and stops on SIGTERM', async () => {
    const { url, output, stop, exitCode } = await start();
    expect(output()).toMatch(/^Version \d+\.\d+\.\d+/m);
    expect(output()).toMatch(/^The database is SQLite in .*enquiries\.sqlite\.$/m);
    expect(output()).toMatch(/^To do: Sample facts are in use/m);
    expect(output()).toMatch(/^To do: SMTP_URL is empty/m);
    expect(output()).toMatch(/^To do: HEARTBEAT_URL is empty/m);
    expect(await (await fetch(`${url}/api/status`)).text()).toBe('status ok');
    expect((await stat(join(DATA_DIR, 'captcha-secret'))).mode & 0o777).toBe(0o600);
    await stop();
    expect(exitCode()).toBe(0);
  });

  test('the server stops in time despite an open request, and at once on a second signal', async () => {
    for (const isAskedTwice of [false, true]) {
      const { url, pid, output, stop, exitCode } = await start();
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write('POST /api/mail/maanzaad HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n');
      // A complete request after it shows that the server has received the incomplete one.
      await fetch(`${url}/api/status`);
      if (isAskedTwice) process.kill(pid, 'SIGINT');
      if (isAskedTwice) await expect.poll(output).toContain('"message":"stopping"');
      await stop();
      expect(exitCode()).toBe(isAskedTwice ? 1 : 0);
      socket.destroy();
    }
  });

  test('the server reads .env, which environment variables override', async () => {
    // Some editors on Windows write a byte order mark.
    await writeFile(join(folder, '.env'), '\ufeffHEARTBEAT_URL=http://127.0.0.1:1/\nPORT=1\n');
    const { output } = await start({ PORT: '0' });
    expect(output()).not.toContain('HEARTBEAT_URL is empty');
  });
});

test('the server serves, delivers and backs up with the database of a newer version', async () => {
  const mailbox = await openMailbox();
  const store = await openStore({ DATA_DIR, DATABASE_URL: '' });
  const newer = new DatabaseSync(sqliteFileOf(DATA_DIR));
  newer.exec(`ALTER TABLE enquiry ADD COLUMN later TEXT NOT NULL DEFAULT 'x';
    CREATE TABLE later (id TEXT PRIMARY KEY, enquiry_id TEXT REFERENCES enquiry (id));
    INSERT INTO schema_version VALUES (99)`);
  newer.close();
  await store.storeEnquiry(exampleEnquiry({ receivedAtMs: Date.now(), isSpam: true }));
  await store.close();
  const env = { SMTP_URL: mailbox.url, BACKUP_DIR: join(folder, 'backups') };
  const { url, output } = await start(env);
  expect(output()).toContain('was migrated by a newer version');
  expect((await fetch(`${url}/home`)).status).toBe(200);
  expect((await fetch(`${url}/api/status`)).status).toBe(200);
  await expect.poll(() => mailbox.mails.length).toBe(1);
  await promisify(execFile)(process.execPath, [COMMANDS, 'backup'], {
    cwd: folder,
    env: { PATH: process.env.PATH, SITE_DIR, DATA_DIR, ...env },
  });
  const copy = new DatabaseSync(join(env.BACKUP_DIR, 'enquiries.sqlite'), { readOnly: true });
  const copied = copy.prepare('SELECT later, max(version) AS version FROM enquiry, schema_version');
  expect(copied.get()).toMatchObject({ later: 'x', version: 99 });
  copy.close();
  await mailbox.close();
});

describe('a start that cannot succeed', () => {
  async function expectOneLine(line: RegExp, env: Record<string, string> = {}) {
    const error = await start(env).catch((reason: Error) => reason);
    const [, ...lines] = String(error).trimEnd().split('\n');
    // The log's lines are JSON.
    expect(lines.filter((one) => !one.startsWith('{'))).toEqual([expect.stringMatching(line)]);
  }

  test('a misspelt name in .env ends the start with one line', async () => {
    await writeFile(join(folder, '.env'), 'SMPT_URL=smtp://localhost\n');
    await expectOneLine(/SMPT_URL is not a setting/);
  });

  test('a site that was not published ends the start with one line', async () => {
    await rm(SITE_DIR, { recursive: true });
    await expectOneLine(/dist\/current cannot be read: publish with/);
  });

  test('a port in use ends the start with one line', async () => {
    const { url, kill } = await start();
    const { port } = new URL(url);
    await expectOneLine(/^HOST, PORT: .*already in use/, { PORT: port });
    await kill();
  });

  test('an address of another machine ends the start with one line', async () => {
    // 192.0.2.0/24 is reserved for documentation (RFC 5737).
    await expectOneLine(/^HOST, PORT: .*not an address of this machine\.$/, { HOST: '192.0.2.1' });
  });
});

test('a server that starts erases the enquiries whose retention period is over', async () => {
  const receivedAtMs = Date.UTC(2020, 0, 1);
  const store = await openStore({ DATA_DIR, DATABASE_URL: '' });
  await store.storeEnquiry(exampleEnquiry({ isSpam: true, receivedAtMs }));
  await attemptNext(store, { kind: 'delivered' }, receivedAtMs);
  await start();
  await expect.poll(() => store.listEnquiries()).toEqual([]);
  await store.close();
});
