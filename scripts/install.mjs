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
 * the machine brings (20 or newer). npm then brings Node 24 (`scripts/node`), which every npm script
 * finds first on its PATH; where npm has none, the machine's own must do.
 *
 * `--browser` also makes sure that there is a Chromium for the tests: one already there, else
 * Playwright's download, else Debian's package when we are root.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';

/** In a `node_modules`: what is installed, as JSON: `{ lock, workspaces }`. Not there while an installation runs. */
const STAMP = 'node_modules/.installed';
const LOCK = 'package-lock.json';
/** npm reads it in place of the lock file; it is here only while we install. */
const ADDRESSED_LOCK = 'npm-shrinkwrap.json';
/** The site's packages. */
const ROOT = '.';
/** Node has a lock file of its own: by itself it takes as long as all others, and two npms unpack side by side. */
const NODE = 'scripts/node';
const NODE_MAJOR = 24;
const WINDOWS = process.platform === 'win32';
const NODE_PACKAGE = `node-${WINDOWS ? 'win' : process.platform}-${process.arch}`;
const NODE_FROM_NPM = `${NODE}/node_modules/${NODE_PACKAGE}/bin/node${WINDOWS ? '.exe' : ''}`;
/** Where npm scripts find it. */
const NODE_LINK = `node_modules/.bin/node${WINDOWS ? '.cmd' : ''}`;

/** @type {{ stdio: 'inherit', shell: boolean }} */
const SHOWN = { stdio: 'inherit', shell: WINDOWS };
/** @type {string | undefined} */
let askedRegistry;

const args = process.argv.slice(2);
const sets = args.filter((arg) => !arg.startsWith('--'));
const failures = await Promise.all([installPackages(ROOT, sets), installPackages(NODE, [])]);
const failure = failures.find((one) => one !== undefined);
if (failure) {
  console.error(
    `Installing packages failed (${failure}). npm's own words above say why; mend that, or remove the folder node_modules, and try again.`,
  );
  process.exit(1);
}
linkNode();
if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR && !existsSync(NODE_LINK)) {
  console.error(
    `Node ${NODE_MAJOR} or newer is needed, this is ${process.versions.node}, and npm has none for ${process.platform} on ${process.arch}: install it from https://nodejs.org/en/download and try again.`,
  );
  process.exit(1);
}
if (args.includes('--browser')) await installBrowser();

/**
 * @param {string} folder
 * @param {string[]} wanted workspaces of it
 * @returns {Promise<string | undefined>} why it failed; undefined when it did not
 */
async function installPackages(folder, wanted) {
  const stampFile = join(folder, STAMP);
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, LOCK)))
    .digest('hex');
  const installed = readStamp(stampFile);
  const missing = wanted.filter((workspace) => !installed?.workspaces.includes(workspace));
  if (installed?.lock === lock && missing.length === 0) return undefined;

  const workspaces = [...(installed?.workspaces ?? []), ...missing];
  // `npm ci` empties node_modules first: right for a bare clone and for an installation that was
  // interrupted, but not below a server that runs.
  const command = installed ? ['install', '--no-save'] : ['ci'];
  if (folder === ROOT) console.log(`Installing packages (npm ${command[0]}): half a minute or so`);
  rmSync(stampFile, { force: true });
  const npmArgs = [...command, ...(folder === ROOT ? setOf(workspaces) : []), '--loglevel=error'];
  writeAddressedLock(folder);
  let failure = await runBeside('npm', npmArgs, folder);
  rmSync(join(folder, ADDRESSED_LOCK));
  // A registry may keep its packages at other addresses.
  if (failure !== undefined) failure = await runBeside('npm', npmArgs, folder);
  if (failure !== undefined) return `npm ${command[0]}: ${failure}`;
  writeFileSync(stampFile, JSON.stringify({ lock, workspaces }));
  return undefined;
}

/**
 * The lock file does not say where packages are, so that it holds for every registry. Asked for each of
 * them, npm downloads all that the registry knows of it, 40 MB in all, and takes half as long again.
 *
 * @param {string} folder
 */
function writeAddressedLock(folder) {
  const lock = JSON.parse(readFileSync(join(folder, LOCK), 'utf8'));
  for (const [path, entry] of Object.entries(lock.packages ?? {})) {
    const name = path.split('node_modules/').at(-1);
    if (!name || !entry.integrity) continue;
    const file = `${name.split('/').at(-1)}-${entry.version}.tgz`;
    entry.resolved = `${registry()}/${name}/-/${file}`;
  }
  writeFileSync(join(folder, ADDRESSED_LOCK), JSON.stringify(lock));
}

/** The one that npm takes packages from. */
function registry() {
  askedRegistry ??= spawnSync('npm', ['config', 'get', 'registry'], {
    shell: WINDOWS,
    encoding: 'utf8',
  })
    .stdout?.trim()
    .replace(/\/$/, '');
  return askedRegistry;
}

/**
 * @param {string} stampFile
 * @returns {{ lock: string, workspaces: string[] } | undefined}
 */
function readStamp(stampFile) {
  try {
    const stamp = JSON.parse(readFileSync(stampFile, 'utf8'));
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

/** Where what npm brought cannot run (a Linux without glibc), the link must go, or it hides the machine's own Node. */
function linkNode() {
  if (!existsSync(NODE_FROM_NPM)) return;
  const bin = dirname(NODE_LINK);
  const target = relative(bin, NODE_FROM_NPM);
  const link = WINDOWS ? `@"%~dp0${target}" %*\r\n` : target;
  if (readLink() === link) return;
  rmSync(NODE_LINK, { force: true });
  if (spawnSync(NODE_FROM_NPM, ['--version']).status !== 0) return;
  mkdirSync(bin, { recursive: true });
  if (WINDOWS) writeFileSync(NODE_LINK, link);
  else symlinkSync(link, NODE_LINK);
}

/** @returns {string | undefined} undefined when there is none, or another */
function readLink() {
  try {
    return WINDOWS ? readFileSync(NODE_LINK, 'utf8') : readlinkSync(NODE_LINK);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'ENOENT' && code !== 'EINVAL') throw error;
    return undefined;
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
  const { status, signal, error } = spawnSync(...programOf(command, args), SHOWN);
  return error ? error.message : failureOf(status, signal);
}

/**
 * The same, beside what else is done.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<string | undefined>}
 */
function runBeside(command, args, cwd) {
  const program = spawn(...programOf(command, args), { ...SHOWN, cwd });
  return new Promise((resolve) => {
    program.once('error', ({ message }) => resolve(message));
    program.once('exit', (status, signal) => resolve(failureOf(status, signal)));
  });
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
function programOf(command, args) {
  return WINDOWS ? [[command, ...args].join(' '), []] : [command, args];
}

/**
 * @param {number | null} status
 * @param {NodeJS.Signals | null} signal
 */
function failureOf(status, signal) {
  return status === 0 ? undefined : (signal ?? `exit ${status}`);
}
