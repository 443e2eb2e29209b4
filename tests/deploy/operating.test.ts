import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { needs } from '../runner/skips.ts';
import { freePort } from '../support/servers/ports.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

/* Checks what the files of `deploy/` promise while a site runs, with the real Caddy. */

test('Caddy logs nothing about a visitor', needs('server'), async () => {
  // There is no server behind Caddy, so that each request is an error.
  const caddy = await startCaddy(await freePort());
  const statusOf = (path: string) => caddy.statusOf('mesange.test', path);
  await until('Caddy responds', async () => (await statusOf('/page-of-zoe')) === 502);
  for (let n = 0; n < 5; n += 1) expect(await statusOf('/page-of-zoe')).toBe(502);
  await caddy.end();
  expect(caddy.output()).toContain('"msg"');
  expect(caddy.output()).not.toMatch(/of-zoe|remote_ip|client_ip/);
});

test(
  'Caddy has a certificate for previews once the desk says that their name resolves',
  needs('server'),
  async () => {
    const preview = 'voorbeeld.mesange.test';
    let resolves = false;
    const desk = createServer(({ url, headers }, response) => {
      const isQuestion = url?.startsWith('/certificate?');
      const isAllowed = resolves && url === `/certificate?domain=${preview}`;
      response.statusCode = isQuestion && !isAllowed ? 404 : 200;
      response.end(headers.host);
    });
    const port = await freePort();
    desk.listen(port, '127.0.0.1');
    onTestFinished(() => void desk.close());
    const caddy = await startCaddy(port);
    await until('Caddy responds', async () => (await caddy.statusOf('mesange.test', '/')) === 200);
    const previewStatus = () => caddy.statusOf(preview, '/page-of-zoe');
    expect(await previewStatus()).toBe(0);
    resolves = true;
    await until('the preview responds', async () => (await previewStatus()) === 200);
    expect(await caddy.statusOf('elders.mesange.test', '/')).toBe(0);
    await caddy.end();
    expect(caddy.output()).not.toMatch(/of-zoe|remote_ip|client_ip|"remote"/);
  },
);

/** The shipped configuration, with certificates of its own, in front of servers at one port. */
async function startCaddy(behindPort: number) {
  const folder = await temporaryFolder();
  const [httpPort, httpsPort] = await Promise.all([freePort(), freePort()]);
  const shipped = readFileSync('deploy/Caddyfile', 'utf8')
    .replaceAll(/127\.0\.0\.1:3000|localhost:3001/g, `127.0.0.1:${behindPort}`)
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
  return {
    output: () => output,
    end: () => end(caddy),
    /** Resolves to the status of a response, or to 0 without a response. */
    statusOf: (servername: string, path: string) =>
      new Promise<number>((done) => {
        request(
          {
            host: '127.0.0.1',
            port: httpsPort,
            path,
            servername,
            rejectUnauthorized: false,
            headers: { host: servername, 'user-agent': 'browser-of-zoe' },
          },
          (response) => done(response.resume().statusCode ?? 0),
        )
          .on('error', () => done(0))
          .end();
      }),
  };
}

test.each(['website', 'website-desk'])(
  'the unit %s tells systemd to start it again whenever it ends',
  (name) => {
    const unit = readFileSync(`deploy/${name}.service`, 'utf8');
    const settings = new Map(
      unit.split('\n').flatMap((line) => {
        const [key = '', ...value] = line.split('=');
        return value.length > 0 ? [[key, value.join('=')] as const] : [];
      }),
    );
    // systemd must restart the server after every exit, even a clean one, without a limit and soon
    // (systemd.service(5)).
    expect(settings.get('Restart')).toBe('always');
    expect(settings.get('StartLimitIntervalSec')).toBe('0');
    expect(Number.parseInt(settings.get('RestartSec') ?? '', 10)).toBeLessThanOrEqual(5);
  },
);

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
