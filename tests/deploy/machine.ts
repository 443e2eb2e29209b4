import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { Release } from '../../enquiry/release.ts';
import { freePort } from '../free-port.ts';
import { publishTestRelease } from '../test-release.ts';

export const NAME = 'maanzaad.example';

/** Whether a program of the system is here; a test of what it does is else skipped, and counted so. */
export const hasProgram = (name: string, ...args: string[]) =>
  spawnSync(name, args, { stdio: 'ignore' }).error === undefined;

const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * A machine in a folder: the real `website.sh`, the real nginx with `deploy/nginx.conf`, and the real
 * server. Only systemd is played, by a script that starts and stops processes.
 */
export interface Machine {
  root: string;
  /** The ports that versions take turns on. */
  ports: [number, number];
  /** Runs `website.sh`; rejects with what it said when it failed. */
  website(...args: string[]): Promise<string>;
  systemctl(...args: string[]): Promise<void>;
  /** Packs a version as `deploy/pack.sh` does, of this checkout's code. @returns the file */
  pack(release: Release, files: Record<string, string | Buffer>): Promise<string>;
  /** Over TLS, on a connection of its own. */
  ask(
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string; host?: string },
  ): Promise<Answer>;
  askInTheClear(host: string): Promise<{ status: number; location: string | undefined }>;
  dispose(): Promise<void>;
}

/** @param settings of the server, besides those that `website.sh install` writes */
export async function openMachine(settings: Record<string, string>): Promise<Machine> {
  const root = await mkdtemp(join(tmpdir(), 'machine-'));
  await chmod(root, 0o755);
  let ca: string | undefined;
  const [http, https, ...ports] = await Promise.all(Array.from({ length: 4 }, freePort));
  const put = async (file: string, text: string, mode = 0o644) => {
    await mkdir(join(root, file, '..'), { recursive: true });
    await writeFile(join(root, file), text, { mode });
  };
  await put('etc/nginx/nginx.conf', mainConf());
  for (const [name, script] of Object.entries(PROGRAMS)) await put(`bin/${name}`, script, 0o755);
  for (const folder of ['run', 'tmp']) await mkdir(join(root, folder));
  const env = {
    SITE_DIR: join(root, 'srv/website/dist'),
    FILES_DIR: join(root, 'srv/website/files'),
    DATA_DIR: join(root, 'var/lib/website'),
    BACKUP_DIR: join(root, 'var/backups/website'),
    TRUST_PROXY: '127.0.0.1/32',
    ...settings,
  };
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
  await put('etc/website.env', lines.join(''));

  const environment = {
    PATH: `${join(root, 'bin')}:${process.env.PATH}`,
    WEBSITE_ROOT: root,
    WEBSITE_PORTS: ports.join(' '),
    WEBSITE_NGINX_CONF: join(root, 'etc/nginx/nginx.conf'),
  };
  const run = (program: string, args: string[]) =>
    promisify(execFile)(program, args, {
      env: { ...environment, WEBSITE_WELL_WITHIN_S: process.env.WEBSITE_WELL_WITHIN_S ?? '60' },
    });

  function inRoot(text: string): string {
    const conf = text
      .replaceAll(/^ +listen \[::\].*\n/gm, '')
      .replaceAll(
        /listen (80|443)\b/g,
        (_, port) => `listen 127.0.0.1:${port === '80' ? http : https}`,
      )
      .replaceAll(/(?<= )\/(?=(?:etc|srv|var)\/)/g, `${root}/`);
    return existsSync(BROTLI) ? conf : conf.replace(/^ +brotli_static on;\n/m, '');
  }

  function mainConf(): string {
    const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const temp = bodies.map((name) => `${name}_temp_path ${root}/tmp/${name};`);
    return [
      ...(existsSync(BROTLI) ? [`load_module ${BROTLI};`] : []),
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      `pid ${root}/run/nginx.pid;`,
      `error_log ${root}/run/nginx-error.log;`,
      'events {}',
      `http { ${temp.join(' ')} include ${root}/etc/nginx/conf.d/website.conf; }`,
      '',
    ].join('\n');
  }

  return {
    root,
    ports: ports as [number, number],
    website: async (...args) => (await run(resolve('deploy/website.sh'), args)).stdout,
    async systemctl(...args) {
      await run('systemctl', args);
    },
    async pack(release, files) {
      const work = await mkdtemp(join(root, 'tmp/pack-'));
      const name = `website-${release.id}`;
      const version = join(work, name);
      await mkdir(version);
      for (const part of ['server', 'enquiry', 'node_modules', 'package.json']) {
        await symlink(resolve(part), join(version, part));
      }
      await symlink(process.execPath, join(version, 'node'));
      await cp('deploy', join(version, 'deploy'), { recursive: true });
      const conf = inRoot(await readFile('deploy/nginx.conf', 'utf8'));
      await writeFile(join(version, 'deploy/nginx.conf'), conf);
      await publishTestRelease(join(work, 'dist'), release, files);
      await mkdir(join(version, 'release'));
      const published = join(work, 'dist/releases', release.id);
      await cp(published, join(version, 'release', release.id), { recursive: true });
      const file = join(root, `${name}.tar.gz`);
      await run('tar', ['-C', work, '-czf', file, name]);
      await rm(work, { recursive: true });
      return file;
    },
    async ask(path, { method = 'GET', headers = {}, body, host = NAME } = {}) {
      ca ??= await readFile(join(root, 'etc/website-tls/fullchain.pem'), 'utf8');
      const asked = request({
        ...{ host: '127.0.0.1', port: https, servername: NAME, ca, agent: false },
        ...{ path, method, headers: { host, ...headers } },
      });
      asked.end(body);
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const { statusCode = 0, headers: answered } = response;
      return { status: statusCode, headers: answered, body: Buffer.concat(chunks) };
    },
    askInTheClear: (host) =>
      new Promise((done, reject) => {
        const options = { host: '127.0.0.1', port: http, headers: { host }, path: '/home?a=b' };
        get(options, (response) => {
          response.resume();
          done({ status: response.statusCode ?? 0, location: response.headers.location });
        }).on('error', reject);
      }),
    async dispose() {
      for (const unit of ['nginx', ...ports.map((port) => `website@${port}`)]) {
        await run('systemctl', ['stop', unit]);
      }
      await rm(root, { recursive: true, force: true });
    },
  };
}

/**
 * What `website.sh` calls and no test may: this machine's own packages, users, firewall and services.
 * `systemctl` starts and stops what the units in `deploy/` describe.
 */
const PROGRAMS = {
  'apt-get': '#!/bin/sh\nexit 1\n',
  chgrp: '#!/bin/sh\n',
  'dpkg-query': '#!/bin/sh\necho install ok installed\n',
  getent: '#!/bin/sh\n',
  id: '#!/bin/sh\necho 0\n',
  install: '#!/bin/sh\nwhile [ $# -gt 1 ]; do shift; done\nmkdir -p "$1"\n',
  nft: '#!/bin/sh\n',
  sshd: '#!/bin/sh\necho port 2222\n',
  systemctl: `#!/bin/bash
set -u
R=$WEBSITE_ROOT
conf=$R/etc/nginx/nginx.conf
mapfile -t lines <"$R/etc/website.env"
settings() { exec env -i PATH="$PATH" "\${lines[@]}" "$@"; }
stop() {
    [ -f "$1" ] || return 0
    kill "$(cat "$1")" 2>/dev/null
    while kill -0 "$(cat "$1" 2>/dev/null)" 2>/dev/null; do sleep 0.05; done
    rm -f "$1"
}
verb=$1
[ "\${2:-}" = --quiet ] && shift
unit=\${2:-}
port=\${unit#website@}
case "$verb $unit" in
"start website-backup.service") cd "$R/opt/website/live" && settings ./node server/commands/enquiries.ts backup ;;
"start website@"* | "restart website@"*)
    stop "$R/run/$port.pid"
    (
        exec >>"$R/run/$port.log" 2>&1 </dev/null
        cd "$R/opt/website/$port" || exit 1
        settings PORT="$port" setsid ./node --max-semi-space-size=1 server/start.js
    ) &
    echo $! >"$R/run/$port.pid" ;;
"stop website@"*) stop "$R/run/$port.pid" ;;
"stop nginx") stop "$R/run/nginx.pid" ;;
*"nginx")
    if [ -s "$R/run/nginx.pid" ]; then nginx -c "$conf" -s reload
    else nginx -c "$conf" >/dev/null 2>&1 </dev/null; fi ;;
*) : ;;
esac
`,
};
