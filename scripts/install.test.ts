import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const LOCK = JSON.stringify({
  packages: {
    '': { name: 'site' },
    'node_modules/@one/inner': { version: '1.2.3', integrity: 'sha512-1' },
    'node_modules/two/node_modules/three': { version: '0.1.0', integrity: 'sha512-2' },
  },
});

/** A machine of its own: what stands on its PATH is npm, npx and apt-get as a test wants them. */
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'install-'));
  await mkdir(join(folder, 'scripts/node'), { recursive: true });
  await writeFile(join(folder, 'package-lock.json'), LOCK);
  await writeFile(join(folder, 'scripts/node/package-lock.json'), LOCK);
});
afterEach(() => rm(folder, { recursive: true }));

async function put(path: string, script: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, path), 0o755);
}

/** An npm that installs an empty node_modules, brings Node where it is asked to, and notes what it was asked. */
const putNpm = (node = '') =>
  put(
    'npm',
    `case $1 in
config) echo https://registry.example/ ;;
*)
  place=$(/usr/bin/basename "$PWD")
  /bin/mkdir -p node_modules
  if [ $place = node ]; then ${node || ':'}; else echo "$@" >> npm-calls; fi
  /bin/cp npm-shrinkwrap.json "${folder}/lock-of-$place" 2>/dev/null || echo "$place without addresses" >> "${folder}/npm-calls"
esac`,
  );

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
    await writeFile(join(folder, 'package-lock.json'), '{"packages":{}}');
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

it('tells npm where packages are at its registry, while it installs', async () => {
  await putNpm();
  install();
  for (const place of [basename(folder), 'node']) {
    const { packages } = JSON.parse(await readFile(join(folder, `lock-of-${place}`), 'utf8'));
    expect(packages['']).toEqual({ name: 'site' });
    expect(packages['node_modules/@one/inner'].resolved).toBe(
      'https://registry.example/@one/inner/-/inner-1.2.3.tgz',
    );
    expect(packages['node_modules/two/node_modules/three'].resolved).toBe(
      'https://registry.example/three/-/three-0.1.0.tgz',
    );
  }
  await expect(readFile(join(folder, 'npm-shrinkwrap.json'))).rejects.toThrow('ENOENT');
  await expect(readFile(join(folder, 'scripts/node/npm-shrinkwrap.json'))).rejects.toThrow(
    'ENOENT',
  );
});

it('lets npm find them itself where the registry has them elsewhere', async () => {
  await put('npm', 'if [ -e npm-shrinkwrap.json ]; then exit 1; fi\n/bin/mkdir -p node_modules');
  expect(install().status).toBe(0);
});

describe('Node', () => {
  const fromNpm = `node_modules/node-${process.platform}-${process.arch}/bin/node`;
  const link = 'node_modules/.bin/node';
  const bring = (answer: string) =>
    `/bin/mkdir -p $(/usr/bin/dirname ${fromNpm}); printf '#!/bin/sh\n${answer}\n' > ${fromNpm}; /bin/chmod +x ${fromNpm}`;

  it('may be old, when npm brings a new one, which every npm script then finds', async () => {
    await putNpm(bring('echo v24.21.0'));
    expect(install([], '20.20.2').status).toBe(0);
    expect(spawnSync(join(folder, link), { encoding: 'utf8' }).stdout).toBe('v24.21.0\n');
    await rm(join(folder, link));
    await put(link, 'echo an older one');
    expect(install([], '20.20.2').status, 'where another stands in its place').toBe(0);
    expect(spawnSync(join(folder, link), { encoding: 'utf8' }).stdout).toBe('v24.21.0\n');
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
    await putNpm(bring('exit 127'));
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
    expect(said).toContain('Installing packages failed (npm ci: spawn npm ENOENT)');
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
