import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../support/servers/ports.ts';
import { startSiteServer } from '../../support/servers/site-server.ts';
import { startNginx } from '../peers/nginx.ts';
import { readPublished } from '../published.ts';
import { type Figure, median, type Suite } from '../suite.ts';

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 16;
const HEADERS = { 'accept-encoding': 'br' };
/** The unit of /proc/<pid>/stat (proc(5)) on every Linux. */
const TICKS_PER_SECOND = 100;

export default {
  about: `The processor time that a request costs the server, and requests a second, over ${CONNECTIONS} connections of wrk; medians of ${ROUNDS} interleaved rounds of ${SECONDS} s with nginx serving the same files in one process. Memory: what our server holds after that. On Linux.`,
  programs: ['nginx', 'wrk'],
  async measure(onProgress) {
    const { manifest, publicDir } = await readPublished();
    const page = manifest.redirects.find(({ from }) => from === '/')?.to ?? '/home';
    const photo = await pathOfPhoto(publicDir);
    const folder = await mkdtemp(join(tmpdir(), 'bench-server-'));
    const port = await freePort();
    const nginx = await startNginx(folder, { root: resolve(publicDir), port });
    const server = await startSiteServer({ siteDir: resolve('dist'), env: { LOG_LEVEL: 'warn' } });
    const rows: Figure[] = [];
    try {
      for (const [what, path] of Object.entries({ page, photo })) {
        const [ours, theirs] = [`${server.url}${path}`, `http://127.0.0.1:${port}${path}`];
        await expectEqual(ours, theirs);
        const loads: Record<'ours' | 'nginx', Load[]> = { ours: [], nginx: [] };
        for (let round = 1; round <= ROUNDS; round += 1) {
          loads.ours.push(await load(ours, server.pid));
          loads.nginx.push(await load(theirs, nginx.pid));
          onProgress(`${what}, round ${round} of ${ROUNDS}`);
        }
        const compare = (figure: keyof Load) => ({
          value: median(loads.ours.map((load) => load[figure])),
          baseline: median(loads.nginx.map((load) => load[figure])),
          baselineName: 'nginx',
        });
        rows.push(
          {
            what: `${what}, ${path}: processor time`,
            ...compare('processorMicroseconds'),
            unit: 'µs',
            goal: { atMost: 3 },
          },
          { what: `${what}: rate`, ...compare('rate'), unit: 'requests/s' },
        );
      }
      const memory = await residentMegabytes(server.pid);
      rows.push({ what: 'memory after load', value: memory, unit: 'MB', goal: { atMost: 180 } });
    } finally {
      await server.stop();
      await nginx.stop();
      await rm(folder, { recursive: true });
    }
    return rows;
  },
} satisfies Suite;

/**
 * Both must send the same response; otherwise the rates would measure different work.
 *
 * @throws Error naming both responses
 */
async function expectEqual(...urls: string[]): Promise<void> {
  const responses = await Promise.all(
    urls.map(async (url) => {
      const { status, headers } = await fetch(url, { headers: HEADERS });
      return `${status} ${headers.get('content-encoding')} ${headers.get('content-length')}`;
    }),
  );
  if (new Set(responses).size > 1 || !responses[0]?.startsWith('200 ')) {
    throw new Error(`${urls.join(' and ')} respond differently: ${responses.join(' and ')}`);
  }
}

interface Load {
  /** Requests per second. */
  rate: number;
  /** The server's processor time for one request. */
  processorMicroseconds: number;
}

/**
 * Measures a server under load. Only its processor time has a goal, because a slow load generator
 * or other work on the machine changes the rate but not what a request costs. The generator is wrk:
 * one in Node is slower than nginx, so that it measured its own speed for both servers.
 *
 * @param pid of the server
 */
async function load(url: string, pid: number): Promise<Load> {
  const headers = Object.entries(HEADERS).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = ['--threads=1', `--connections=${CONNECTIONS}`, `--duration=${SECONDS}s`];
  const before = await processorSeconds(pid);
  const { stdout } = await promisify(execFile)('wrk', [...args, ...headers, url]);
  const seconds = (await processorSeconds(pid)) - before;
  const requests = Number(/^\s*(\d+) requests in /m.exec(stdout)?.[1]);
  const rate = Number(/^Requests\/sec:\s*([\d.]+)$/m.exec(stdout)?.[1]);
  // wrk prints these lines only when something failed.
  if (!(requests > 0) || /^\s*(?:Non-2xx|Socket errors)/m.test(stdout)) {
    throw new Error(`${url}:\n${stdout}`);
  }
  return { rate, processorMicroseconds: (seconds * 1e6) / requests };
}

/** One of the photos in its middle size. */
async function pathOfPhoto(publicDir: string): Promise<string> {
  const html = await readFile(join(publicDir, 'home.html'), 'utf8');
  const paths = html.match(/\/photos\/[\w-]+-full-\d+\.avif/g) ?? [];
  const middle = paths[paths.length >> 1];
  if (!middle) throw new Error('home.html shows no photo');
  return middle;
}

/** The processor time of all threads of a process since it started. */
async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name, which may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000);
}
