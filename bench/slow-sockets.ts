/**
 * What a visitor notices while many peers dawdle: `node bench/slow-sockets.ts [peers]` (500).
 *
 * A third of the peers says nothing, a third never ends its headers, a third never ends its body.
 * Each comes back as soon as it is hung up on. Meanwhile one visitor after the other asks for a page
 * over a connection of their own. Targets: 99 of 100 visits within 200 ms, memory below 256 MiB.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { publishTestRelease } from '../tests/test-release.ts';

const VISITS = 500;
const peers = Number(process.argv[2] ?? 500);

const OPENINGS = [
  '',
  'GET /home HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'POST /api/mail/maanzaad HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 16000\r\n\r\n{',
];

const folder = await mkdtemp(join(tmpdir(), 'website-'));
await publishTestRelease(join(folder, 'dist'));
const server = spawn(process.execPath, [resolve(import.meta.dirname, '../server/main.ts')], {
  cwd: folder,
  env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const port = await new Promise<number>((found) => {
  server.stdout.on('data', (chunk) => {
    const match = /localhost:(\d+)/.exec(String(chunk));
    if (match) found(Number(match[1]));
  });
});

let closing = false;
const open = new Set<Socket>();
console.log('peers  visits  p50 ms  p99 ms  worst ms  memory MiB');
await measure(0);
for (let i = 0; i < peers; i += 1) dawdle(OPENINGS[i % OPENINGS.length] ?? '');
await measure(peers);

closing = true;
for (const socket of open) socket.destroy();
server.kill('SIGTERM');
server.once('exit', () => rm(folder, { recursive: true }));

function dawdle(opening: string): void {
  if (closing) return;
  const socket = connect({ host: '127.0.0.1', port });
  open.add(socket);
  socket.write(opening);
  const timer = setInterval(() => {
    if (opening !== '' && socket.writable) socket.write('a');
  }, 1000);
  socket.on('error', () => undefined);
  socket.resume();
  socket.once('close', () => {
    clearInterval(timer);
    open.delete(socket);
    dawdle(opening);
  });
}

async function measure(count: number): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < VISITS; i += 1) times.push(await visit());
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  const peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  const row = [count, VISITS, at(0.5), at(0.99), at(1), peak.toFixed(0)];
  const widths = [5, 8, 8, 8, 10, 12];
  console.log(row.map((cell, i) => String(cell).padStart(widths[i] ?? 0)).join(''));
}

function visit(): Promise<number> {
  const startedAt = performance.now();
  return new Promise((done, fail) => {
    const agent = new Agent({ keepAlive: false });
    get({ host: '127.0.0.1', port, path: '/home', agent }, (response) => {
      if (response.statusCode !== 200) fail(new Error(`status ${response.statusCode}`));
      response.resume();
      response.once('end', () => done(performance.now() - startedAt));
    }).once('error', fail);
  });
}
