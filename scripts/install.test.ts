import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** A machine on which nothing can be installed: npm, npx and apt-get fail with a word of their own. */
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'install-'));
  await writeFile(join(folder, 'package.json'), '{}');
  await writeFile(join(folder, 'package-lock.json'), '{}');
  for (const command of ['npm', 'npx', 'apt-get']) {
    await writeFile(join(folder, command), `#!/bin/sh\necho "${command} is cross" >&2\nexit 7\n`);
    await chmod(join(folder, command), 0o755);
  }
});
afterEach(() => rm(folder, { recursive: true }));

function install(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('scripts/install.mjs'), ...args],
    { cwd: folder, encoding: 'utf8', env: { PATH: folder, CHROMIUM_PATH: '/none' } },
  );
  return { status, said: stdout + stderr };
}

describe('an installation that fails', () => {
  it('ends in one line below what npm said', () => {
    const { status, said } = install();
    expect(status).toBe(1);
    expect(said.trimEnd().split('\n').slice(-2)).toEqual([
      'npm is cross',
      "Installing packages failed (npm ci: exit 7). npm's own words above say why; mend that and try again.",
    ]);
    expect(said).not.toMatch(/\n\s+at /);
  });

  it('says when there is no npm to run', async () => {
    await rm(join(folder, 'npm'));
    const { status, said } = install();
    expect(status).toBe(1);
    expect(said).toContain('Installing packages failed (npm ci: spawnSync npm ENOENT)');
    expect(said).not.toMatch(/\n\s+at /);
  });

  it('ends in one line without a Chromium', async () => {
    await writeFile(join(folder, 'npm'), '#!/bin/sh\n/bin/mkdir node_modules\n');
    const { status, said } = install('--browser');
    expect(status).toBe(1);
    expect(said.trimEnd().split('\n').at(-1)).toMatch(/^No Chromium for the browser tests\. /);
    expect(said).not.toMatch(/\n\s+at /);
  });
});
