import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../ports.ts';
import { isMissing } from '../programs.ts';
import { openTestStore, temporaryFolder } from '../temporary-folder.ts';
import { publishTestRelease } from '../test-release.ts';
import { until } from '../until.ts';

/* What the files of `deploy/` promise while a site runs, with the real Caddy and restic. */

const DAY_MS = 86_400_000;

it.skipIf(isMissing('server'))('backups forget an enquiry after a week', async () => {
  const folder = await temporaryFolder();
  const { dataDir } = await openTestStore();
  await publishTestRelease(join(folder, 'dist'));
  for (const name of ['content', 'backups']) mkdirSync(join(folder, name));
  // The folder of a version, as `backup.sh` finds it.
  symlinkSync(process.execPath, join(folder, 'node'));
  for (const name of ['server', 'enquiry', 'node_modules', 'package.json']) {
    symlinkSync(resolve(name), join(folder, name));
  }
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    DATA_DIR: dataDir,
    SITE_DIR: join(folder, 'dist'),
    CONTENT_DIR: join(folder, 'content'),
    BACKUP_DIR: join(folder, 'backups'),
    RESTIC_REPOSITORY: join(folder, 'repository'),
    RESTIC_PASSWORD: 'secret',
    RESTIC_CACHE_DIR: join(folder, 'cache'),
  };
  const restic = (...args: string[]) =>
    execFileSync('restic', args, { cwd: folder, env, encoding: 'utf8' });
  const file = join(folder, 'earlier');
  writeFileSync(file, 'an earlier backup');
  restic('init');
  const time = (days: number) => {
    return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 19).replace('T', ' ');
  };
  for (const days of [30, 9, 6]) restic('backup', '--tag', 'data', '--time', time(days), file);
  execFileSync('sh', [resolve('deploy/backup.sh')], { cwd: folder, env });
  const snapshots: { time: string; tags: string[] }[] = JSON.parse(restic('snapshots', '--json'));
  const ages = snapshots
    .filter(({ tags }) => tags.includes('data'))
    .map((one) => Math.round((Date.now() - Date.parse(one.time)) / DAY_MS));
  expect(ages.toSorted()).toEqual([0, 6]);
});

it.skipIf(isMissing('server'))('Caddy logs nothing about a visitor', async () => {
  const folder = await temporaryFolder();
  const [httpPort, httpsPort, siteFreePort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
  ]);
  // Nobody answers behind it, so that each request is an error.
  const shipped = readFileSync('deploy/Caddyfile', 'utf8')
    .replaceAll(/127\.0\.0\.1:3000|localhost:3001/g, `127.0.0.1:${siteFreePort}`)
    .replace(
      /^\{\n/m,
      `{\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n`,
    );
  writeFileSync(join(folder, 'shipped'), shipped);
  writeFileSync(join(folder, 'Caddyfile'), 'import shipped mesange.test werktafel.mesange.test\n');
  const caddy = spawn('caddy', ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => end(caddy));
  let output = '';
  for (const stream of [caddy.stdout, caddy.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const statusOf = (path: string) =>
    new Promise<number>((done) => {
      request(
        {
          host: '127.0.0.1',
          port: httpsPort,
          path,
          servername: 'mesange.test',
          rejectUnauthorized: false,
          headers: { host: 'mesange.test', 'user-agent': 'browser-of-zoe' },
        },
        (response) => done(response.resume().statusCode ?? 0),
      )
        .on('error', () => done(0))
        .end();
    });
  await until('Caddy answers', async () => (await statusOf('/page-of-zoe')) === 502);
  for (let n = 0; n < 5; n += 1) expect(await statusOf('/page-of-zoe')).toBe(502);
  await end(caddy);
  expect(output).toContain('"msg"');
  expect(output).not.toMatch(/of-zoe|remote_ip|client_ip/);
});

it.each(['website', 'website-desk'])('systemd starts %s again whenever it ends', (name) => {
  const unit = readFileSync(`deploy/${name}.service`, 'utf8');
  const settings = new Map(
    unit.split('\n').flatMap((line) => {
      const [key = '', ...value] = line.split('=');
      return value.length > 0 ? [[key, value.join('=')] as const] : [];
    }),
  );
  // After any exit, a clean one included, for ever, and soon (systemd.service(5)).
  expect(settings.get('Restart')).toBe('always');
  expect(settings.get('StartLimitIntervalSec')).toBe('0');
  expect(Number.parseInt(settings.get('RestartSec') ?? '', 10)).toBeLessThanOrEqual(5);
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
