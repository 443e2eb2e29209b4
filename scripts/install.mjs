// @ts-check
/**
 * Runs before each npm script: installs the packages when they are missing or older than the lock file.
 *
 *     node scripts/install.mjs [--dev] [--browser]
 *
 * `--dev` adds what only checks, tests and the bench need; once there, it stays. `--browser` also makes
 * sure that there is a Chromium for the tests.
 *
 * Plain JavaScript without dependencies, because it runs in a bare clone on Node 20. The root's
 * `optionalDependencies` bring Node 24, which npm puts first on the PATH of each script. Tried on Linux
 * x64 with npm 10 and 11; not tried on Linux arm64, Windows and macOS.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, statSync, utimesSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { findChromium } from './chromium.mjs';

const WINDOWS = process.platform === 'win32';
/** npm writes it at the end of an installation. */
const INSTALLED = 'node_modules/.package-lock.json';
/** There whenever the packages for development are. */
const DEV_PACKAGE = 'node_modules/typescript';
const NODE_PACKAGE = `node-${WINDOWS ? 'win' : process.platform}-${process.arch}`;
const NODE_LINK = `node_modules/.bin/node${WINDOWS ? '.cmd' : ''}`;

const wantsDev = process.argv.includes('--dev') || existsSync(DEV_PACKAGE);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
// `engines` in package.json: an older npm leaves out packages for the platform without a word.
if (major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 12)) {
  fail(`Node 20.19, 22.12 or newer is needed, this is ${process.versions.node}.`);
}
if (!isInstalled()) installPackages();
// npm 10 removes the link with those of the other platforms' packages, which have the same name.
if (!existsSync(NODE_LINK) && canRunNode()) runNpm('rebuild', NODE_PACKAGE, '--loglevel=error');
if (major < 24 && !existsSync(NODE_LINK)) {
  fail(
    `Node 24 is needed, this is ${process.versions.node}, and npm has none for ${process.platform} on ${process.arch}: install it from https://nodejs.org/en/download and try again.`,
  );
}
if (process.argv.includes('--browser') && !(await findChromium())) await installChromium();

function isInstalled() {
  if (!existsSync(INSTALLED) || (wantsDev && !existsSync(DEV_PACKAGE))) return false;
  return statSync(INSTALLED).mtimeMs >= statSync('package-lock.json').mtimeMs;
}

function installPackages() {
  // `npm ci` begins by removing node_modules, so not when this very Node, or a server, runs from there.
  const isInUse = existsSync(INSTALLED) || process.execPath.startsWith(resolve('node_modules'));
  const command = isInUse ? ['install', '--no-save'] : ['ci'];
  console.log(`Installing packages (npm ${command[0]}): about half a minute`);
  if (!runNpm(...command, ...(wantsDev ? [] : ['--omit=dev']), '--loglevel=error')) {
    fail(
      `Installing packages failed (npm ${command[0]}). The lines above say why; fix that, or remove the folder node_modules, and try again.`,
    );
  }
  utimesSync(INSTALLED, new Date(), new Date());
  // 67 MB of C headers, which nothing here compiles against.
  rmSync(`node_modules/${NODE_PACKAGE}/include`, { recursive: true, force: true });
  // On a Linux without glibc it cannot run; linked, it would hide the machine's own Node.
  if (!canRunNode()) rmSync(NODE_LINK, { force: true });
}

function canRunNode() {
  return spawnSync(`node_modules/${NODE_PACKAGE}/bin/node`, ['--version']).status === 0;
}

async function installChromium() {
  console.log('Installing a Chromium for the browser tests: once, a few minutes');
  runNpm('exec', '--', 'playwright', 'install', 'chromium');
  if (await findChromium()) return;
  fail('No Chromium. Install one (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.');
}

/** By the npm and the Node that started the script, where one did. @param {string[]} args */
function runNpm(...args) {
  const { npm_execpath, npm_node_execpath } = process.env;
  if (!npm_execpath) return run('npm', args, WINDOWS);
  return run(npm_node_execpath ?? process.execPath, [npm_execpath, ...args]);
}

/** @param {string} command @param {string[]} args @param {boolean} shell for batch files on Windows */
function run(command, args, shell = false) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', shell });
  if (error) console.error(error.message);
  return status === 0;
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exit(1);
}
