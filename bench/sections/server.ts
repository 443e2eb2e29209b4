import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../tests/ports.ts';
import { startSiteServer } from '../../tests/support/site-server.ts';
import { startNginx } from '../peers/nginx.ts';
import { readPublished } from '../published.ts';
import { median, type Row, type Section } from '../section.ts';

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 16;
const REQUESTS = 10_000;

export default {
  about: `Requests a second over ${CONNECTIONS} connections, medians of ${ROUNDS} interleaved rounds of ${SECONDS} s with nginx serving the same files with one worker, and what the server holds in memory after at least ${REQUESTS} requests.`,
  async measure(onProgress) {
    const { release, publicDir } = await readPublished();
    const page = release.redirects.find(({ from }) => from === '/')?.to ?? '/home';
    const picture = await aPicture(publicDir);
    const folder = await mkdtemp(join(tmpdir(), 'bench-server-'));
    const [port, tlsPort] = [await freePort(), await freePort()];
    const stopNginx = await startNginx(folder, [{ root: resolve(publicDir), port, tlsPort }]);
    const server = await startSiteServer({ siteDir: resolve('dist'), env: { LOG_LEVEL: 'warn' } });
    const rows: Row[] = [];
    try {
      for (const [what, path] of Object.entries({ page, picture })) {
        const rates: Record<'ours' | 'nginx', number[]> = { ours: [], nginx: [] };
        for (let round = 1; round <= ROUNDS; round += 1) {
          rates.ours.push(await rateOf(`${server.url}${path}`));
          rates.nginx.push(await rateOf(`http://127.0.0.1:${port}${path}`));
          onProgress(`${what}, round ${round} of ${ROUNDS}`);
        }
        rows.push({
          what: `${what}, ${path}`,
          value: median(rates.ours),
          unit: 'requests/s',
          limit: median(rates.nginx),
          of: 'nginx',
          goal: '≥ 0.5',
        });
      }
      await autocannon(`${server.url}${page}`, '--amount', REQUESTS);
      const memory = await residentMegabytes(server.pid);
      rows.push({ what: 'memory after load', value: memory, unit: 'MB', goal: '≤ 180' });
    } finally {
      await server.stop();
      await stopNginx();
      await rm(folder, { recursive: true });
    }
    return rows;
  },
} satisfies Section;

async function rateOf(url: string): Promise<number> {
  const { requests, non2xx } = await autocannon(url, '--duration', SECONDS);
  if (non2xx > 0) throw new Error(`${url}: ${non2xx} answers were not 200`);
  return requests.average;
}

async function autocannon(
  url: string,
  ...limit: [string, number]
): Promise<{ requests: { average: number }; non2xx: number }> {
  const program = resolve('node_modules/autocannon/autocannon.js');
  const options = ['--json', '--connections', CONNECTIONS, ...limit, '-H', 'accept-encoding=br'];
  const args = [program, ...options.map(String), url];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

/** One of the photos in its middle size. */
async function aPicture(publicDir: string): Promise<string> {
  const html = await readFile(join(publicDir, 'home.html'), 'utf8');
  const paths = html.match(/\/photos\/[\w-]+-full-\d+\.avif/g) ?? [];
  const middle = paths[paths.length >> 1];
  if (!middle) throw new Error('home.html shows no photo');
  return middle;
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000);
}
