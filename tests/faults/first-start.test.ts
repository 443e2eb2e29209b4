import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { publishTestRelease } from '../support/content/test-release.ts';
import { startSiteServer } from '../support/servers/site-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PRELOAD = resolve(import.meta.dirname, 'die-at-first-start.ts');
const SERVER = resolve('server/main.ts');

test('a first start that is killed at any step leaves nothing that stops the next one', {
  timeout: 600_000,
}, async () => {
  const folder = await temporaryFolder();
  const siteDir = join(folder, 'dist');
  await publishTestRelease(siteDir);
  let killed = 0;
  for (let n = 1; ; n += 1) {
    const dataDir = join(folder, `data-${n}`);
    const env = { PATH: process.env.PATH, PORT: '0', SITE_DIR: siteDir, DATA_DIR: dataDir };
    const child = spawn(process.execPath, ['--import', PRELOAD, SERVER], {
      cwd: folder,
      env: { ...env, DIE_AT: String(n) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    let output = '';
    for await (const chunk of child.stdout) {
      output += chunk;
      if (output.includes('http://localhost')) child.kill('SIGTERM');
    }
    const [, signal] = await ended;
    // The server listened before it reached that step.
    if (output.includes('http://localhost')) break;
    expect([n, signal]).toEqual([n, 'SIGKILL']);
    killed += 1;

    const server = await startSiteServer({ siteDir, dataDir });
    expect((await fetch(`${server.url}/api/status`)).status).toBe(200);
    expect((await fetch(`${server.url}/api/captcha/challenge`)).status).toBe(200);
    await server.stop();
    expect(await readFile(join(dataDir, 'captcha-secret'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
    expect(await readdir(dataDir)).not.toContain('captcha-secret.new');
  }
  expect(killed).toBeGreaterThan(20);
});
