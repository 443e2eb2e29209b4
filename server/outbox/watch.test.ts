import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFakeClock, type FakeClock } from '../../tests/fake-clock.ts';
import { exampleEnquiry, exampleMail, NOON_MS } from '../../tests/store-examples.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { type AlertSettings, createAlerts } from './alerts.ts';
import { ALERT_TEXTS, startWatch } from './watch.ts';

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 60_000 });

const MINUTE_MS = 60_000;
const LATE = 'maanzaad.example: 1 aanvragen wachten.';
const RECOVERED = 'maanzaad.example: alles in orde.';

let dataDir: string;
let store: Store;
let clock: FakeClock;
/** Of one server, or of several on one database. */
let watches: ReturnType<typeof startWatch>[];
let listener: Server;
/** What the two addresses were called with, alerts with their body. */
let alerts: { type: string; body: string }[];
let beats: number;
/** Answer of the chat service. */
let status: number;
let lines: string[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'watch-'));
  store = await openStore({ dataDir, databaseUrl: '' });
  clock = createFakeClock(NOON_MS);
  watches = [];
  alerts = [];
  beats = 0;
  status = 204;
  lines = [];
  listener = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method === 'GET' && request.url === '/ping') beats += 1;
    else if (request.method === 'POST' && request.url === '/hook' && status < 300) {
      alerts.push({ type: String(request.headers['content-type']), body });
    }
    response.writeHead(status).end();
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
});

afterEach(async () => {
  await stopWatches();
  listener.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

function start(
  usedStore = store,
  alertFormat: AlertSettings['alertFormat'] = 'json',
  path = '/hook',
) {
  const at = (path: string) =>
    `http://127.0.0.1:${(listener.address() as AddressInfo).port}${path}`;
  const say = (level: string) => (fields: object, message: string) => {
    const { count, waitingMs, reason } = fields as Record<string, unknown>;
    const details = [count, waitingMs, reason].filter((value) => value !== undefined);
    lines.push(`${level} ${message.split(/;|: see/)[0]} ${details.join(' ')}`.trim());
  };
  const watch = startWatch({
    store: usedStore,
    alerts: createAlerts({ alertUrl: path && at(path), alertFormat, heartbeatUrl: at('/ping') }),
    clock,
    log: { info: say('info'), warn: say('warn'), error: say('error') },
    words: () => ({ ...ALERT_TEXTS, site: 'maanzaad.example' }),
  });
  watches.push(watch);
}

const stopWatches = () => Promise.all(watches.splice(0).map((watch) => watch.stop()));

/** Lets each watch look so many times. */
async function lookTimes(times: number): Promise<void> {
  const count = watches.length;
  for (let look = 0; look < times * count; look += 1) {
    await clock.untilAsleep(count);
    clock.wakeNext();
    await new Promise(setImmediate);
  }
  await clock.untilAsleep(count);
}

async function claim() {
  const claimed = await store.claimNextMail(clock.nowMs(), MINUTE_MS);
  if (!claimed) throw new Error('A mail was owed.');
  return claimed;
}

const owe = () =>
  store.acceptEnquiry(exampleEnquiry({ mails: exampleEnquiry().mails.slice(0, 1) }));

it('warns after 15 minutes, alerts after an hour by another way than mail, and tells the recovery', async () => {
  await owe();
  await store.retryAt(await claim(), NOON_MS, NOON_MS + 100 * 3_600_000, {
    kind: 'unreachable',
    reason: 'ECONNREFUSED',
  });
  start();
  await lookTimes(14);
  expect(lines).toEqual([]);
  await lookTimes(1);
  const warning =
    'warn outbox: enquiries wait for the mail server 1 900000 unreachable: ECONNREFUSED';
  expect(lines).toEqual([warning]);
  await lookTimes(44);
  expect({ lines, alerts, beats }).toEqual({ lines: [warning], alerts: [], beats: 59 });
  await lookTimes(61);
  const error = (minutes: number) =>
    `error outbox: enquiries are not in the mailbox 1 ${minutes * MINUTE_MS} unreachable: ECONNREFUSED`;
  expect(lines).toEqual([warning, error(60), error(120)]);
  expect(beats).toBe(59);
  const type = 'application/json';
  expect(alerts).toEqual([{ type, body: JSON.stringify({ text: LATE, content: LATE }) }]);

  const again = await store.claimNextMail(clock.nowMs() + 200 * 3_600_000, MINUTE_MS);
  if (again) await store.markDelivered(again, clock.nowMs());
  await lookTimes(2);
  expect(alerts[1]?.body).toBe(JSON.stringify({ text: RECOVERED, content: RECOVERED }));
  expect({ last: lines.at(-1), beats }).toEqual({
    last: 'warn outbox: all is well again',
    beats: 61,
  });
});

it('alerts at once for a mail that failed, as plain text, until somebody was told', async () => {
  await owe();
  await store.markFailed(await claim(), NOON_MS, { kind: 'refused', reason: '550' });
  start(store, 'text');
  status = 500;
  await lookTimes(2);
  expect(lines).toContain('warn the alert did not get through status 500');
  status = 200;
  await lookTimes(3);
  expect(alerts).toEqual([{ type: 'text/plain; charset=utf-8', body: LATE }]);
  expect(beats).toBe(0);
  // Requeued is not delivered: nobody is told that all is well.
  await store.requeueFailed(clock.nowMs());
  await lookTimes(2);
  expect(alerts).toHaveLength(1);
});

it('has one of several servers tell, once, and another tell the recovery when that one is gone', async () => {
  await owe();
  start();
  start();
  status = 500;
  await lookTimes(61);
  status = 204;
  await lookTimes(9);
  await stopWatches();
  start();
  start();
  await lookTimes(5);
  const mail = await claim();
  // What came in since is not what was late.
  clock.jump(1);
  await store.acceptEnquiry(
    exampleEnquiry({ mails: [{ ...exampleMail(), dateMs: clock.nowMs() }] }),
  );
  await lookTimes(5);
  expect(alerts.map(({ body }) => JSON.parse(body).text)).toEqual([LATE]);
  await store.markDelivered(mail, clock.nowMs());
  await lookTimes(5);
  expect(alerts.map(({ body }) => JSON.parse(body).text)).toEqual([LATE, RECOVERED]);
});

it('tells nobody where nobody is told, and leaves that to a server that can', async () => {
  await owe();
  start(store, 'json', '');
  start();
  await lookTimes(70);
  expect(alerts).toHaveLength(1);
});

it('alerts when the database takes no enquiries at two looks in a row', async () => {
  let isAway = true;
  const checkWritable = () => (isAway ? Promise.reject(new Error('gone')) : Promise.resolve());
  start({ ...store, checkWritable });
  await lookTimes(1);
  expect({ alerts, lines, beats }).toEqual({ alerts: [], lines: [], beats: 0 });
  await lookTimes(1);
  expect(alerts[0]?.body).toContain('maanzaad.example neemt niets aan.');
  expect(lines).toEqual(['error the database takes no enquiries']);
  isAway = false;
  await lookTimes(1);
  expect(alerts[1]?.body).toContain(RECOVERED);
  expect(beats).toBe(1);
});
