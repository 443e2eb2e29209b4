import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { freePort } from '../../tests/free-port.ts';
import { startSiteServer } from '../../tests/support/site-server.ts';
import { documentOf, readPublished } from '../published.ts';
import { median, type Row, type Section } from '../section.ts';

const REQUESTS = 6000;
const AT_ONCE = 16;
const NGINX = '/usr/sbin/nginx';

const ROUNDS = 3;

export default {
  about: `Processor time of the server for a GET over ${AT_ONCE} kept connections, the median of ${ROUNDS} interleaved rounds of ${REQUESTS} requests, gzip copies; a ratio of 1.67 is 0.6 of the other's rate. nginx with one worker, where it is installed; bare node:http writes the same bytes and looks at nothing.`,
  async measure(onProgress) {
    const published = await readPublished();
    const publicDir = resolve(published.publicDir);
    const home = published.release.redirects.find(({ from }) => from === '/')?.to ?? '/';
    const html = await documentOf(published, home);
    const photo = /\/photos\/[\w-]+-tall-\d+\.avif/.exec(html)?.[0] ?? '/icon.svg';
    const ours = await startSiteServer({ siteDir: 'dist', env: { LOG_LEVEL: 'error' } });
    const bare = await startBare(publicDir);
    const nginx = existsSync(NGINX) ? await startNginx(publicDir) : undefined;
    const rows: Row[] = [];
    try {
      for (const [name, path, file] of [
        ['home', home, `${home}.html`],
        ['hero picture', photo, photo],
      ] as const) {
        const gzip = existsSync(`${publicDir}${file}.gz`) ? `${file}.gz` : file;
        const times = { ours: [] as number[], bare: [] as number[], nginx: [] as number[] };
        for (let round = 0; round < ROUNDS; round++) {
          times.ours.push(await microsecondsEach(ours.pid, ours.url + path));
          times.bare.push(await microsecondsEach(bare.pid, bare.url + gzip));
          if (nginx) times.nginx.push(await microsecondsEach(nginx.pid, nginx.url + file));
          onProgress(`${name}: round ${round + 1} of ${ROUNDS}`);
        }
        const value = median(times.ours);
        const limit = median(times.bare);
        rows.push({ what: name, value, unit: 'µs', limit, of: 'bare node:http', goal: '–' });
        const against = nginx ? { limit: median(times.nginx), of: 'nginx' } : {};
        rows.push({ what: name, value, unit: 'µs', ...against, goal: '≤ 1.67' });
      }
    } finally {
      await ours.stop();
      await bare.stop();
      await nginx?.stop();
    }
    return rows;
  },
} satisfies Section;

/** As little as Node can do: files in memory, their heads prepared. */
async function startBare(root: string) {
  const port = await freePort();
  const program = `
const files = new Map();
const read = (url) => {
  const content = require('node:fs').readFileSync(${JSON.stringify(root)} + url);
  const answer = { content, head: ['content-length', String(content.length)] };
  files.set(url, answer);
  return answer;
};
require('node:http').createServer(({ url }, response) => {
  const { head, content } = files.get(url) ?? read(url);
  response.writeHead(200, head).end(content);
}).listen(${port}, '127.0.0.1');`;
  return startProgram(process.execPath, ['-e', program], port);
}

/** @param args of a program that listens on the port once a second has passed */
async function startProgram(program: string, args: string[], port: number) {
  const child = spawn(program, args, { stdio: 'ignore' });
  await new Promise((ready) => setTimeout(ready, 1000));
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill();
    },
  };
}

async function startNginx(root: string) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-nginx-'));
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `daemon off; master_process off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  types { text/html html; image/avif avif; }
  access_log off; gzip_static on; sendfile on; keepalive_requests 1000000;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`,
  );
  const nginx = await startProgram(NGINX, ['-c', config, '-p', folder], port);
  return {
    ...nginx,
    async stop() {
      await nginx.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function microsecondsEach(pid: number, url: string): Promise<number> {
  await load(url, 500);
  const before = await processorSeconds(pid);
  await load(url, REQUESTS);
  return (((await processorSeconds(pid)) - before) / REQUESTS) * 1e6;
}

/** Of the process, in user and system mode (proc(5)); its clock ticks a hundred times a second. */
async function processorSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function load(url: string, requests: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let left = requests;
  const worker = async () => {
    while (left-- > 0) {
      await new Promise<void>((done, fail) => {
        get(url, { agent, headers: { 'accept-encoding': 'gzip' } }, (answer) => {
          if (answer.statusCode !== 200) fail(new Error(`${url}: ${answer.statusCode}`));
          answer.resume().once('end', done);
        }).once('error', fail);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
}
