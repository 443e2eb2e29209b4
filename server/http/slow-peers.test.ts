import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { portOf, sendRaw } from '../../tests/support/requests/raw-http.ts';
import { openTestSite, type TestSite } from '../../tests/support/servers/test-site.ts';
import { until } from '../../tests/support/until.ts';

let site: TestSite;
let port: number;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function openSite(timeouts: Partial<typeof SHORT & { lingering: number }>): Promise<void> {
  site = await openTestSite({ timeouts });
  port = await portOf(site.app);
}

/** Resolves when the server has closed its end of the next connection. */
function nextPeerClosed(): Promise<unknown> {
  return new Promise((done) => {
    site.app.server.once('connection', (peer) => peer.once('close', done));
  });
}

const SHORT = { headers: 200, request: 400, idle: 300, keepAlive: 300, checkInterval: 50 };

/** A connection and what came back over it once the server has closed it. */
function open(): { socket: Socket; ended: Promise<string> } {
  const socket = connect({ host: '127.0.0.1', port });
  sockets.push(socket);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => undefined);
  return { socket, ended: new Promise((done) => socket.once('close', () => done(received))) };
}

/** Sends a text repeatedly, one byte at a time, until the socket is closed. */
function drip(socket: Socket, text: string): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (socket.writable) socket.write(text[sent % text.length] ?? '');
    sent += 1;
  }, 20);
  socket.once('close', () => clearInterval(timer));
}

test.each([
  ['that sends nothing', ''],
  ['whose headers never end', 'GET /home HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  [
    'whose body never ends',
    'POST /api/mail/maanzaad HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 16000\r\n\r\n{',
  ],
  [
    'whose chunks never end',
    'POST /api/mail/maanzaad HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n',
  ],
])('the server disconnects a peer %s, and serves others meanwhile', async (_who, start) => {
  // A peer that sends a little at a time would be idle only on a machine that is too busy. Its
  // limit for idling is long, so that another limit ends it.
  const timeouts = start === '' ? SHORT : { ...SHORT, idle: 30_000 };
  await openSite(timeouts);
  const slow = Array.from({ length: 20 }, open);
  for (const { socket } of slow) {
    socket.write(start);
    if (start !== '') drip(socket, 'a');
  }
  expect((await fetch(`http://127.0.0.1:${port}/home`)).status).toBe(200);
  const responses = await Promise.all(slow.map(({ ended }) => ended));
  // The server keeps reading until the peers close, because a reset would discard its response.
  for (const response of responses)
    expect(response).toMatch(start === '' ? /^(?:HTTP\/1\.1 408 |$)/ : /^HTTP\/1\.1 408 /);
  expect((await fetch(`http://127.0.0.1:${port}/home`)).status).toBe(200);
});

test('the server disconnects a peer that does not read the response', async () => {
  await openSite(SHORT);
  const closed = nextPeerClosed();
  const { socket } = open();
  socket.pause();
  // The response is far larger than the socket buffers.
  const request = 'GET /home HTTP/1.1\r\nHost: localhost\r\n\r\n';
  for (let i = 0; i < 20_000; i += 1) socket.write(request);
  await closed;
});

test('the server closes an idle keep-alive connection', async () => {
  await openSite({ keepAlive: 300 });
  const { socket, ended } = open();
  socket.write('GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await ended).toMatch(/^HTTP\/1\.1 200 /);
});

test('the server disconnects a peer that keeps sending after the response without reading it', async () => {
  await openSite({ ...SHORT, idle: 30_000, lingering: 300 });
  const closed = nextPeerClosed();
  const { socket } = open();
  socket.pause();
  socket.write('GET /home HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
  drip(socket, 'a');
  await closed;
});

test('a flood of connections is limited, and visitors are served after it', async () => {
  const LIMIT = 4096;
  const MINUTES_MS = 300_000;
  await openSite({
    request: MINUTES_MS,
    headers: MINUTES_MS,
    idle: MINUTES_MS,
    keepAlive: MINUTES_MS,
    checkInterval: MINUTES_MS,
    lingering: 1000,
  });
  /** @returns the status; 0 when the server closes the connection */
  const get = async () => {
    const request = 'GET /home HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    return (await sendRaw(site.app, request).catch(() => ({ status: 0 }))).status || 0;
  };
  expect(await get()).toBe(200);
  for (let n = 0; n < LIMIT; n += 1) {
    const { socket } = open();
    // A few connect at a time, because the queue of the system is short.
    if (n % 100 === 99) await new Promise((connected) => socket.once('connect', connected));
  }
  const count = () =>
    new Promise<number>((done) => site.app.server.getConnections((_, open) => done(open)));
  await until('all are connected', async () => (await count()) === LIMIT);
  expect(await get()).toBe(0);
  for (const socket of sockets) socket.destroy();
  await until('visitors are served', async () => (await get()) === 200);
});
