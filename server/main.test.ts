import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import net, { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openMailbox } from '../tests/mailbox.ts';
import { exampleEnquiry } from '../tests/store-examples.ts';
import { publishTestRelease } from '../tests/test-release.ts';
import { sqliteFileOf } from './store/sqlite.ts';
import { openStore } from './store/store.ts';

// A busy machine may take its time; what counts is how it ends.
vi.setConfig({ testTimeout: 60_000 });

const MAIN = resolve(import.meta.dirname, 'main.ts');
const COMMANDS = resolve(import.meta.dirname, 'commands/enquiries.ts');

let folder: string;
const stops: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'website-'));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await rm(folder, { recursive: true });
});

/** Starts the server as a process of its own, in a folder of its own. */
function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      SITE_DIR: join(folder, 'dist'),
      ...env,
    },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const exited = new Promise<number | null>((done) => child.once('exit', done));
  stops.push(() => {
    child.kill('SIGKILL');
    return exited;
  });
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    exited,
    output: () => output,
    errors: () => errors,
    async address(): Promise<string> {
      for (;;) {
        const address = /The site is at (\S+)/.exec(output)?.[1];
        if (address !== undefined) return address;
        if (child.exitCode !== null) throw new Error(`stopped: ${errors}`);
        await new Promise((done) => setTimeout(done, 20));
      }
    },
  };
}

const writeSite = () => publishTestRelease(join(folder, 'dist'));

async function expectOneLine(server: ReturnType<typeof start>, line: RegExp) {
  expect(await server.exited).toBe(1);
  expect(server.errors().trimEnd().split('\n')).toEqual([expect.stringMatching(line)]);
}

describe('the server', () => {
  it('says where it is and what is missing for real use, and stops when asked', async () => {
    await writeSite();
    const server = start();
    const address = await server.address();
    expect(address).toMatch(/^http:\/\/localhost:\d+$/);
    expect(server.output()).toMatch(/^Enquiries are kept in SQLite in .*enquiries\.sqlite\.$/m);
    expect(server.output()).toMatch(/^Sample facts are in use/m);
    expect(server.output()).toMatch(/^To do: SMTP_URL is empty/m);
    expect(server.output()).toMatch(/^To do: HEARTBEAT_URL is empty/m);
    expect(await (await fetch(`${address}/api/status`)).text()).toBe('status ok');
    expect((await stat(join(folder, 'data/captcha-secret'))).mode & 0o777).toBe(0o600);
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });

  it('stops within its time although a visitor hangs on', async () => {
    await writeSite();
    const server = start();
    const { hostname, port } = new URL(await server.address());
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write('POST /api/mail/maanzaad HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n');
    // A whole request after it shows that the server has seen the half one.
    await fetch(`http://${hostname}:${port}/api/status`);
    server.kill('SIGINT');
    expect(await server.exited).toBe(0);
    socket.destroy();
  });

  it('reads .env, and the environment goes first', async () => {
    await writeSite();
    // With the byte order mark that some editors on Windows write.
    await writeFile(join(folder, '.env'), '\ufeffDATA_DIR=./elsewhere\nPORT=1\n');
    await start({ PORT: '0' }).address();
    expect(await readdir(join(folder, 'elsewhere'))).toContain('captcha-secret');
  });
});

it('after a rollback serves, delivers and backs up with a database of a newer version', async () => {
  await writeSite();
  const mailbox = await openMailbox();
  stops.push(() => mailbox.close());
  const DATA_DIR = join(folder, 'data');
  const store = await openStore({ DATA_DIR, DATABASE_URL: '' });
  const newer = new DatabaseSync(sqliteFileOf(DATA_DIR));
  newer.exec(`ALTER TABLE enquiry ADD COLUMN later TEXT NOT NULL DEFAULT 'x';
    CREATE TABLE later (id TEXT PRIMARY KEY, enquiry_id TEXT REFERENCES enquiry (id));
    INSERT INTO schema_version VALUES (99)`);
  newer.close();
  await store.accept(exampleEnquiry({ receivedAtMs: Date.now(), isSpam: true }));
  await store.close();
  const env = { SMTP_URL: mailbox.url, BACKUP_DIR: join(folder, 'backups') };
  const server = start(env);
  const address = await server.address();
  expect(server.output()).toContain('is of a newer version');
  expect((await fetch(`${address}/home`)).status).toBe(200);
  expect((await fetch(`${address}/api/status`)).status).toBe(200);
  await expect.poll(() => mailbox.mails.length, { timeout: 30_000 }).toBe(1);
  await promisify(execFile)(process.execPath, [COMMANDS, 'backup'], {
    cwd: folder,
    env: { PATH: process.env.PATH, SITE_DIR: join(folder, 'dist'), DATA_DIR, ...env },
  });
  const copy = new DatabaseSync(join(env.BACKUP_DIR, 'enquiries.sqlite'), { readOnly: true });
  const copied = copy.prepare('SELECT later, max(version) AS version FROM enquiry, schema_version');
  expect(copied.get()).toMatchObject({ later: 'x', version: 99 });
  copy.close();
});

describe('the socket of systemd', () => {
  it('is served from, and a restart loses no connection that waits in it', async () => {
    await writeSite();
    const held = holdSocket();
    const url = `http://127.0.0.1:${held.port}/api/status`;
    const first = startOn(held);
    await vi.waitFor(() => fetch(url), { timeout: 30_000 });
    first.kill('SIGTERM');
    await first.exited;
    // Nobody listens now: the connection waits in the socket for the next server.
    const waiting = fetch(url);
    startOn(held);
    expect((await waiting).status).toBe(200);
  });

  /** A socket that is bound and that this process never accepts from: the server listens on it. */
  function holdSocket() {
    const internal = net as unknown as {
      _createServerHandle(
        host: string,
        port: number,
        family: number,
      ): {
        fd: number;
        getsockname(name: { port?: number }): void;
        close(): void;
      };
    };
    const handle = internal._createServerHandle('127.0.0.1', 0, 4);
    stops.push(async () => handle.close());
    const name: { port?: number } = {};
    handle.getsockname(name);
    return { port: name.port, fd: handle.fd };
  }

  /** As systemd: the socket is file descriptor 3, and LISTEN_PID names the very process. */
  function startOn({ fd }: { fd: number }) {
    const child = spawn(
      '/bin/sh',
      ['-c', `LISTEN_FDS=1 LISTEN_PID=$$ exec "${process.execPath}" "${MAIN}"`],
      {
        cwd: folder,
        env: { PATH: process.env.PATH, SITE_DIR: join(folder, 'dist') },
        stdio: ['ignore', 'ignore', 'inherit', fd],
      },
    );
    const exited = new Promise<number | null>((done) => child.once('exit', done));
    stops.push(() => {
      child.kill('SIGKILL');
      return exited;
    });
    return { kill: (signal: NodeJS.Signals) => child.kill(signal), exited };
  }
});

describe('a start that cannot succeed ends with one line', () => {
  it('about a wrong setting', async () => {
    await expectOneLine(start({ PORT: 'many' }), /^PORT: expected a whole number from 0 to 65535/);
  });

  it('about a misspelt name in .env', async () => {
    await writeFile(join(folder, '.env'), 'SMPT_URL=smtp://localhost\n');
    await expectOneLine(start(), /SMPT_URL is not a setting/);
  });

  it('about a site that was not built', async () => {
    await expectOneLine(start(), /dist\/current cannot be read: publish with/);
  });

  it('about a port in use', async () => {
    await writeSite();
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    stops.push(() => new Promise((done) => other.close(done)));
    const { port } = other.address() as AddressInfo;
    await expectOneLine(
      start({ PORT: String(port) }),
      new RegExp(`^HOST, PORT: .*already in use.*:${port}`),
    );
  });
});
