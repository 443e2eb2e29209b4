import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** A machine of its own: what stands on its PATH is npm, npx and apt-get as a test wants them. */
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'install-'));
  await writeFile(join(folder, 'package-lock.json'), '{}');
});
afterEach(() => rm(folder, { recursive: true }));

async function put(path: string, script: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, path), 0o755);
}

/** An npm that installs an empty node_modules and notes what it was asked. */
const putNpm = () => put('npm', 'echo "$@" >> npm-calls\n/bin/mkdir -p node_modules');

const npmCalls = async () => (await readFile(join(folder, 'npm-calls'), 'utf8')).trim().split('\n');

function install(args: string[] = [], nodeVersion = process.versions.node) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${nodeVersion}' } })`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${pretend}`, resolve('scripts/install.mjs'), ...args],
    { cwd: folder, encoding: 'utf8', env: { PATH: folder, CHROMIUM_PATH: '/none' } },
  );
  return { status, said: stdout + stderr };
}

describe('what is installed', () => {
  it('grows by the sets asked for, and shrinks for none', async () => {
    await putNpm();
    for (const args of [[], [], ['tests'], [], ['tests'], ['desk', 'tests'], ['desk']]) {
      expect(install(args).status).toBe(0);
    }
    const quiet = '--loglevel=error';
    expect(await npmCalls()).toEqual([
      `ci --workspaces=false --omit=peer ${quiet}`,
      `install --no-save --include-workspace-root --workspace=tests ${quiet}`,
      `install --no-save --include-workspace-root --workspace=tests --workspace=desk ${quiet}`,
    ]);
  });

  it('follows the lock file, with all its sets', async () => {
    await putNpm();
    install(['tests']);
    await writeFile(join(folder, 'package-lock.json'), '{"changed":true}');
    install();
    install();
    const calls = await npmCalls();
    expect(calls.slice(1)).toEqual([expect.stringMatching(/^install .*--workspace=tests/)]);
  });

  it('is made anew after an installation that was interrupted', async () => {
    await putNpm();
    install();
    await put('npm', 'exit 7');
    expect(install(['tests']).status).toBe(1);
    await putNpm();
    install();
    expect((await npmCalls()).map((call) => call.split(' ')[0])).toEqual(['ci', 'ci']);
  });
});

describe('Node', () => {
  const fromNpm = `node_modules/node-${process.platform}-${process.arch}/bin/node`;
  const link = 'node_modules/.bin/node';

  it('may be old, when npm brings a new one', async () => {
    await putNpm();
    await put(fromNpm, 'echo v24.21.0');
    await put(link, 'echo v24.21.0');
    expect(install([], '20.20.2').status).toBe(0);
    expect(await npmCalls()).toHaveLength(1);
  });

  it('is linked again when npm 10 has dropped the link', async () => {
    await putNpm();
    await put(fromNpm, 'echo v24.21.0');
    install();
    await put(link, 'echo v24.21.0');
    install();
    await rm(join(folder, link));
    install([], '20.20.2');
    const rebuild = `rebuild node-${process.platform}-${process.arch} --ignore-scripts --loglevel=error`;
    expect(await npmCalls()).toEqual([expect.stringMatching(/^ci /), rebuild, rebuild]);
  });

  it('is asked for in one line where npm has none', async () => {
    await putNpm();
    const { status, said } = install([], '20.20.2');
    expect(status).toBe(1);
    expect(said.trimEnd().split('\n').at(-1)).toBe(
      `Node 24 or newer is needed, this is 20.20.2, and npm has none for ${process.platform} on ${process.arch}: install it from https://nodejs.org/en/download and try again.`,
    );
  });

  it("is the machine's own where the one npm brought does not run", async () => {
    await putNpm();
    await put(fromNpm, 'exit 127');
    await put(link, 'exit 127');
    expect(install()).toMatchObject({ status: 0 });
    await expect(readFile(join(folder, link))).rejects.toThrow('ENOENT');
  });
});

describe('an installation that fails', () => {
  it('ends in one line below what npm said', async () => {
    await put('npm', 'echo "npm is cross" >&2\nexit 7');
    const { status, said } = install();
    expect(status).toBe(1);
    expect(said.trimEnd().split('\n').slice(-2)).toEqual([
      'npm is cross',
      "Installing packages failed (npm ci: exit 7). npm's own words above say why; mend that, or remove the folder node_modules, and try again.",
    ]);
  });

  it('says when there is no npm to run', () => {
    const { status, said } = install();
    expect(status).toBe(1);
    expect(said).toContain('Installing packages failed (npm ci: spawnSync npm ENOENT)');
    expect(said).not.toMatch(/\n\s+at /);
  });

  it('ends in one line without a Chromium', async () => {
    await putNpm();
    await put('npx', 'exit 7');
    await put('apt-get', 'exit 7');
    const { status, said } = install(['--browser']);
    expect(status).toBe(1);
    expect(said.trimEnd().split('\n').at(-1)).toMatch(/^No Chromium for the browser tests\. /);
    expect(said).not.toMatch(/\n\s+at /);
  });
});
