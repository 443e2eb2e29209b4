import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { freePort } from '../../tests/free-port.ts';
import { readPublished } from '../published.ts';
import { median, type Row, type Section } from '../section.ts';

const STARTS = 5;
const REQUESTS = 10_000;
const AT_ONCE = 16;

export default {
  about: `From the start of the process to its first answer, medians of ${STARTS} interleaved starts; and what it holds in memory after ${REQUESTS} requests for a page.`,
  async measure(onProgress) {
    const { release } = await readPublished();
    const home = release.redirects.find(({ from }) => from === '/')?.to ?? '/';
    const folder = await mkdtemp(join(tmpdir(), 'bench-server-'));
    const bare = join(folder, 'bare.mjs');
    await writeFile(
      bare,
      `import { fastify } from '${resolve('node_modules/fastify/fastify.js')}';
const app = fastify();
app.get('${home}', async () => 'home');
await app.listen({ port: Number(process.env.PORT) });
`,
    );
    const start = async (args: string[]) => {
      const port = await freePort();
      const startedAt = performance.now();
      const child = spawn(process.execPath, args, {
        stdio: 'ignore',
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          PORT: String(port),
          SITE_DIR: resolve('dist'),
          LOG_LEVEL: 'error',
        },
      });
      const url = `http://localhost:${port}${home}`;
      while ((await statusOf(url)) !== 200) {
        if (performance.now() - startedAt > 30_000)
          throw new Error(`${args.at(-1)} does not start`);
      }
      return { ms: performance.now() - startedAt, child, url };
    };
    const ours = [resolve('server/main.ts')];
    // The first start keeps what Node made of the sources.
    (await start(ours)).child.kill();
    const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
    let memory = 0;
    try {
      for (let round = 0; round < STARTS; round++) {
        const own = await start(ours);
        times.ours.push(own.ms);
        if (round === STARTS - 1) {
          await load(own.url);
          memory = await residentMegabytes(own.child.pid ?? 0);
        }
        own.child.kill();
        const other = await start([bare]);
        times.bare.push(other.ms);
        other.child.kill();
        onProgress(`start ${round + 1} of ${STARTS}`);
      }
    } finally {
      await new Promise((done) => setTimeout(done, 1000));
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
    return [
      {
        what: 'first answer',
        value: median(times.ours),
        unit: 'ms',
        limit: median(times.bare),
        of: 'bare Fastify',
        goal: '≤ 3',
      },
      { what: `memory after ${REQUESTS} requests`, value: memory, unit: 'MB', goal: '≤ 120' },
    ] satisfies Row[];
  },
} satisfies Section;

async function statusOf(url: string): Promise<number> {
  return fetch(url).then(
    async (reply) => {
      await reply.arrayBuffer();
      return reply.status;
    },
    () => 0,
  );
}

async function load(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let left = REQUESTS;
  const worker = async () => {
    while (left-- > 0) {
      await new Promise<void>((done, fail) => {
        get(url, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
          answer.resume().once('end', done);
        }).once('error', fail);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000);
}
