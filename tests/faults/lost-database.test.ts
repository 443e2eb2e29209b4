import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';
import { FAULT_SETTINGS, newPost, send } from './post-enquiry.ts';

/** PostgreSQL stops, or says nothing any more, under the running server. */

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let postgres: TestPostgres;
let mailbox: Mailbox;
let wire: Wire;
let server: SiteServer;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres?.dispose());

beforeEach(async () => {
  mailbox = await openMailbox();
  const databaseUrl = new URL(await postgres.createDatabase());
  wire = await openWire(Number(databaseUrl.port));
  databaseUrl.port = String(wire.port);
  server = await startSiteServer({
    env: {
      ...FAULT_SETTINGS,
      DATABASE_URL: databaseUrl.href,
      SMTP_URL: mailbox.url,
      LOG_LEVEL: 'silent',
    },
  });
});

afterEach(async () => {
  await server?.stop();
  await wire?.close();
  await mailbox?.close();
});

const post = async () => (await send(server.url, await newPost()))?.status;
const status = async () => (await fetch(`${server.url}/api/status`)).status;

async function until(what: () => Promise<boolean>): Promise<void> {
  while (!(await what())) await sleep(50);
}

/** The store works, and the outbox delivers. */
async function expectWorking(mails: number): Promise<void> {
  await until(async () => (await post()) === 202);
  await until(async () => (await status()) === 200);
  await until(async () => mailbox.mails.length >= mails);
}

it('answers 503 while the database is down and recovers without a restart', async () => {
  await expectWorking(2);
  await postgres.stop();
  for (let posts = 0; posts < 5; posts += 1) expect(await post()).toBe(503);
  await until(async () => (await status()) === 503);
  expect((await fetch(`${server.url}/home`)).status).toBe(200);
  await postgres.start();
  await expectWorking(4);
});

it('answers 503 while the database says nothing and recovers without a restart', async () => {
  await expectWorking(2);
  wire.freeze();
  expect(await Promise.all([post(), post(), post()])).toEqual([503, 503, 503]);
  await until(async () => (await status()) === 503);
  expect((await fetch(`${server.url}/home`)).status).toBe(200);
  wire.thaw();
  await expectWorking(4);
});

it('survives connections that break in the middle of a statement', async () => {
  await expectWorking(2);
  wire.freeze();
  const posts = [post(), post(), post()];
  // They wait for an answer of the database, and get none before the connections break.
  await sleep(500);
  wire.thaw();
  for (const answer of await Promise.all(posts)) expect([202, 503]).toContain(answer);
  await expectWorking(4);
});

interface Wire {
  port: number;
  /** Keeps connections open and lets no byte through, as a network that drops packets. */
  freeze(): void;
  /** Breaks the frozen connections; new ones work. */
  thaw(): void;
  close(): Promise<void>;
}

/** A wire to the database that can be frozen. */
async function openWire(databasePort: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  let frozen = false;
  const listener = createServer((near) => {
    const far = connect(databasePort, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        if (!frozen) other.write(bytes);
      });
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (listener.address() as { port: number }).port,
    freeze() {
      frozen = true;
    },
    thaw() {
      breakAll();
      frozen = false;
    },
    async close() {
      breakAll();
      listener.close();
      await once(listener, 'close');
    },
  };
}
