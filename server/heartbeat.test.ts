import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../runtime/log.ts';
import { listen } from '../tests/support/servers/ports.ts';
import { attemptNext, exampleEnquiry } from '../tests/support/store/examples.ts';
import { openTestStore } from '../tests/support/temporary-folder.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';
import type { Store } from './store/store.ts';

const HOUR_MS = 3_600_000;

let store: Store;
let dataDir: string;
let server: Server;
let url: string;
let calls: string[];
/** What the monitor responds. */
let monitorResponse: { status: number; body: string };
let heartbeat: Heartbeat | undefined;
let lines: string[];
beforeEach(async () => {
  ({ store, dataDir } = await openTestStore());
  calls = [];
  monitorResponse = { status: 200, body: 'OK' };
  lines = [];
  server = createServer(async (request, response) => {
    calls.push(`${request.method} ${request.url} ${await text(request)}`.trim());
    response.writeHead(monitorResponse.status).end(monitorResponse.body);
  });
  url = `http://127.0.0.1:${await listen(server)}/ping/key?x=1`;
});
afterEach(async () => {
  await heartbeat?.stop();
  server.close();
});

const beat = () => {
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    BACKUP_DIR: undefined,
    HEARTBEAT_URL: url,
  };
  const log = createLog('info', (line) => void lines.push(line));
  heartbeat = startHeartbeat({ store, settings, log }, 20);
};

test('a healthy server calls the address with GET', async () => {
  beat();
  await expect.poll(() => calls.length).toBeGreaterThan(2);
  expect(new Set(calls)).toEqual(new Set(['GET /ping/key?x=1']));
});

test('a failure that begins while the server runs is logged at once, and once an hour', async () => {
  beat();
  await expect.poll(() => calls.length).toBeGreaterThan(2);
  await store.storeEnquiry(exampleEnquiry({ receivedAtMs: Date.now() - HOUR_MS - 1000 }));
  await expect.poll(() => lines.join('')).toContain('company mails that are late: 1');
  const before = calls.length;
  await expect.poll(() => calls.length).toBeGreaterThan(before + 3);
  expect(lines).toHaveLength(1);
});

test('an enquiry that is undelivered after an hour is reported until it is erased', async () => {
  await store.storeEnquiry(exampleEnquiry({ receivedAtMs: Date.now() - HOUR_MS - 1000 }));
  const noLogin = { kind: 'released', reason: 'EAUTH at AUTH PLAIN' } as const;
  const { fields } = await attemptNext(store, noLogin, Date.now());
  beat();
  await expect
    .poll(() => calls[0])
    .toMatch(/^POST \/ping\/key\/fail\?x=1 company mails that are late: 1, .*EAUTH/);
  await expect.poll(() => lines.join('')).toContain('the site needs attention');
  expect(lines.join('')).not.toContain(fields.email);
  const [record] = await store.listEnquiries();
  await store.eraseEnquiry(String(record?.id));
  await expect.poll(() => calls.at(-1)).toBe('GET /ping/key?x=1');
});

test.each([
  [404, 'not found', 'it responded with 404'],
  [410, '', 'it responded with 410'],
  [500, 'OK', 'it responded with 500'],
  // healthchecks.io responds with this to an id that it does not know.
  [200, 'OK (not found)', "it responded with 'OK (not found)'"],
])(
  'a monitor that responds with %s ‘%s’ is a warning in the log, once',
  async (status, body, reason) => {
    monitorResponse = { status, body };
    beat();
    await expect.poll(() => calls.length).toBeGreaterThan(3);
    const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn');
    expect(warnings.map((line) => line.reason)).toEqual([reason]);
    monitorResponse = { status: 200, body: 'OK' };
    const count = calls.length;
    await expect.poll(() => calls.length).toBeGreaterThan(count + 2);
    monitorResponse = { status, body };
    await expect.poll(() => lines.length).toBe(2);
  },
);

test('an unreachable heartbeat service is logged, and called again', async () => {
  server.close();
  beat();
  await expect.poll(() => lines.join('')).toContain('connection refused');
  server.listen(Number(new URL(url).port), '127.0.0.1');
  await expect.poll(() => calls[0]).toBe('GET /ping/key?x=1');
});
