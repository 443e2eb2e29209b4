/**
 * What the server holds in memory: `node bench/server-memory.ts [addresses]` (200 000).
 *
 * The real server, over the published site where there is one. Resident set size at the start, after
 * 10 000 requests for pages and pictures, and after calls of the form from so many distinct network
 * addresses. Targets: 120 MB after the requests, and less than 40 MB more for the addresses.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { publishTestRelease } from '../tests/test-release.ts';

const REQUESTS = 10_000;
const AT_ONCE = 16;
const addresses = Number(process.argv[2] ?? 200_000);

const folder = await mkdtemp(join(tmpdir(), 'server-memory-'));
const published = resolve(import.meta.dirname, '../dist');
const siteDir = existsSync(join(published, 'current')) ? published : join(folder, 'dist');
if (siteDir !== published) await publishTestRelease(siteDir);

const START = resolve(import.meta.dirname, '../server/start.js');
// As 'npm start' does.
const server = spawn(process.execPath, ['--max-semi-space-size=1', START], {
  cwd: folder,
  env: {
    PATH: process.env.PATH,
    PORT: '0',
    SITE_DIR: siteDir,
    TRUST_PROXY: '127.0.0.1/32',
    LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const port = await new Promise<number>((found) => {
  server.stdout.on('data', (chunk) => {
    const match = /localhost:(\d+)/.exec(String(chunk));
    if (match) found(Number(match[1]));
  });
});
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

const paths = await somePaths();
await report('at the start');
await repeat(REQUESTS, (i) => call(paths[i % paths.length] ?? '/', 'GET'));
await report(`after ${REQUESTS} requests for ${paths.length} pages and files`);
await repeat(addresses, (i) =>
  call('/api/mail/maanzaad', 'POST', {
    'content-type': 'application/json',
    'x-forwarded-for': `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`,
  }),
);
await report(`after ${addresses} distinct network addresses`);

agent.destroy();
server.kill('SIGTERM');
await once(server, 'exit');
await rm(folder, { recursive: true });

/** The pages, and up to 300 of the pictures and other files. */
async function somePaths(): Promise<string[]> {
  const release = join(
    siteDir,
    'releases',
    (await readFile(join(siteDir, 'current'), 'utf8')).trim(),
  );
  const { pages } = JSON.parse(await readFile(join(release, 'release.json'), 'utf8')) as {
    pages: { path: string }[];
  };
  const names = await readdir(join(release, 'public'), { recursive: true });
  const files = names
    .map((name) => `/${name.replaceAll('\\', '/')}`)
    .filter((name) => /^\/(?:photos|assets)\/.*\.(?:avif|webp|jpg|js|css)$/.test(name));
  return [...pages.map(({ path }) => path), ...files.slice(0, 300)];
}

async function repeat(times: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < times) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function call(path: string, method: string, headers: Record<string, string> = {}): Promise<void> {
  return new Promise((done, fail) => {
    const asking = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        agent,
        headers: { 'accept-encoding': 'br', ...headers },
      },
      (answer) => {
        answer.resume();
        answer.once('end', done);
      },
    );
    asking.once('error', fail);
    asking.end();
  });
}

async function report(when: string): Promise<void> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  const value = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1000);
  console.log(`${value('VmRSS')} MB ${when} (${value('RssAnon')} MB of it not files)`);
}
