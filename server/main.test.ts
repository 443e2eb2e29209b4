import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Release } from '../enquiry/release.ts';
import { publishTestRelease, TEST_RELEASE } from '../tests/test-release.ts';
import { openApp } from './app.ts';
import { createLog } from './log.ts';
import { parseSettings } from './settings.ts';

// A busy machine may take its time; what counts is how it ends.
vi.setConfig({ testTimeout: 60_000 });

const MAIN = resolve(import.meta.dirname, 'main.ts');

let folder: string;
const stops: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'website-'));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await rm(folder, { recursive: true });
});

/** Starts the server as a process of its own, in a folder of its own. */
function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      SITE_DIR: join(folder, 'dist'),
      ...env,
    },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const exited = new Promise<number | null>((done) => child.once('exit', done));
  stops.push(() => {
    child.kill('SIGKILL');
    return exited;
  });
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    exited,
    output: () => output,
    errors: () => errors,
    async address(): Promise<string> {
      for (;;) {
        const address = /The site is at (\S+)/.exec(output)?.[1];
        if (address !== undefined) return address;
        if (child.exitCode !== null) throw new Error(`stopped: ${errors}`);
        await new Promise((done) => setTimeout(done, 20));
      }
    },
  };
}

const writeSite = (release: Partial<Release> = {}) =>
  publishTestRelease(join(folder, 'dist'), { ...TEST_RELEASE, ...release });

async function expectOneLine(server: ReturnType<typeof start>, line: RegExp) {
  expect(await server.exited).toBe(1);
  // A start that comes so far tells of the database it made.
  expect(server.output().replace(/^.*enquiries\.sqlite was made: there was none.*\n/, '')).toBe('');
  expect(server.errors().trimEnd().split('\n')).toEqual([expect.stringMatching(line)]);
}

/** What a start ends with when it cannot open the app, found without a process. */
async function expectRefusal(line: RegExp, env: Record<string, string> = {}) {
  const places = { DATA_DIR: join(folder, 'data'), SITE_DIR: join(folder, 'dist') };
  const logged: string[] = [];
  const log = createLog('info', { write: (text) => void logged.push(text) });
  const said = await openApp(parseSettings({ ...places, ...env }), log).then(
    () => 'opened',
    ({ message }: Error) => message,
  );
  expect(said.split('\n')).toEqual([expect.stringMatching(line)]);
  expect(logged).toEqual([]);
}

describe('the server', () => {
  it('says where it is, where mails go and that the facts are samples, and stops when asked', async () => {
    await writeSite();
    const server = start();
    const address = await server.address();
    expect(address).toMatch(/^http:\/\/localhost:\d+$/);
    expect(server.output()).toMatch(/^Mails go to files in .*mail\.$/m);
    expect(server.output()).toMatch(/^Sample facts are in use/m);
    expect(server.output()).toMatch(/^Before going live: ALERT_URL and HEARTBEAT_URL are empty/m);
    expect(server.output()).toMatch(/^Before going live: SMTP_URL is empty/m);
    expect(await (await fetch(`${address}/api/status`)).text()).toBe('status ok');
    expect((await stat(join(folder, 'data/captcha-secret'))).mode & 0o777).toBe(0o600);
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });

  it('starts for real visitors with somebody who is told, and a mail server; or told to go without', async () => {
    await writeSite({ sampleFacts: false });
    const SMTP_URL = 'smtp://127.0.0.1:1';
    const inTheClear = { SMTP_URL: `${SMTP_URL}?requireTLS=false` };
    for (const env of [
      { HEARTBEAT_URL: 'http://127.0.0.1:1/ping', SMTP_URL, TRUST_PROXY: '127.0.0.1/32' },
      { ALERT_URL: 'http://127.0.0.1:1/hook', ...inTheClear },
      { ALERT: 'none', MAIL: 'files', HOST: '0.0.0.0' },
    ]) {
      const server = start(env);
      await server.address();
      const isSilent = 'TRUST_PROXY' in env || 'HOST' in env;
      expect(server.output().includes('TRUST_PROXY is empty: behind a proxy')).toBe(!isSilent);
      const saysSo = /^Mails go to .*, in the clear: SMTP_URL says requireTLS=false\.$/m;
      expect(saysSo.test(server.output())).toBe(env.SMTP_URL === inTheClear.SMTP_URL);
      expect(server.output()).not.toMatch(/going live/);
      server.kill('SIGTERM');
      await server.exited;
    }
  });

  it('stops within its time although a visitor hangs on', async () => {
    await writeSite();
    const server = start();
    const { hostname, port } = new URL(await server.address());
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write('POST /api/mail/maanzaad HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n');
    // A whole request after it shows that the server has seen the half one.
    await fetch(`http://${hostname}:${port}/api/status`);
    server.kill('SIGINT');
    expect(await server.exited).toBe(0);
    socket.destroy();
  });

  it('reads .env, and the environment goes first', async () => {
    await writeSite();
    // With the byte order mark that some editors on Windows write.
    await writeFile(join(folder, '.env'), '\ufeffDATA_DIR=./elsewhere\nPORT=1\n');
    await start({ PORT: '0' }).address();
    expect(await readdir(join(folder, 'elsewhere'))).toContain('captcha-secret');
  });
});

describe('a start that cannot succeed ends with one line', () => {
  it('about a wrong setting', async () => {
    await expectOneLine(
      start({ PORT: 'many' }),
      /^PORT is "many"; expected a whole number from 0 to 65535/,
    );
  });

  it('about a misspelt name in .env', async () => {
    await writeFile(join(folder, '.env'), 'SMPT_URL=smtp://localhost\n');
    await expectOneLine(start(), /"SMPT_URL" is not a setting/);
  });

  it('about a site that was not built', async () => {
    await expectOneLine(start(), /dist\/current cannot be read: build the site first/);
  });

  it("about a provider's captcha without its secret", async () => {
    await writeSite({ captcha: { provider: 'hcaptcha', pagePaths: ['/info'] } });
    await expectRefusal(/^CAPTCHA_SECRET is empty while .* chooses hcaptcha/);
  });

  it.each([
    [
      'nobody who is told',
      { MAIL: 'files' },
      /^ALERT_URL and HEARTBEAT_URL are empty: .* ALERT=none/,
    ],
    ['no mail server', { ALERT: 'none' }, /^SMTP_URL is empty: .* MAIL=files to go without/],
  ])('about %s, once the facts are no samples', async (_, env, line) => {
    await writeSite({ sampleFacts: false });
    await expectRefusal(line, env);
  });

  it('about a release file that is damaged', async () => {
    const publicDir = await writeSite();
    await writeFile(join(publicDir, '../release.json'), '{"siteUrl": "https://maanz');
    await expectRefusal(/release\.json is damaged: .*'npm run build'/);
  });

  it('about a folder for mails that cannot be made', async () => {
    await writeSite();
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'data/mail'), 'a file where the folder should be');
    await expectOneLine(start(), /^DATA_DIR: .*data\/mail cannot be made \(EEXIST\)/);
  });

  it('about a page that is missing from the build', async () => {
    const publicDir = await writeSite();
    await rm(join(publicDir, 'home.html'));
    await expectRefusal(/home\.html for \/home is missing: build the site again/);
  });

  it('about a port in use', async () => {
    await writeSite();
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    stops.push(() => new Promise((done) => other.close(done)));
    const { port } = other.address() as AddressInfo;
    await expectOneLine(start({ PORT: String(port) }), new RegExp(`^PORT: ${port} is in use`));
  });
});
