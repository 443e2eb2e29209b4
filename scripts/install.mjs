// @ts-check
/**
 * Installs the packages when they are missing or older than the lock file. It runs before every npm
 * script except `pack`, which installs its own. `--dev` adds the packages that only checks, tests
 * and the bench need; once installed, they stay. `--browser` also installs a Chromium for the tests
 * when there is none.
 *
 * This is plain JavaScript without dependencies, because it runs in a bare clone on Node 20. The
 * root's `optionalDependencies` bring Node 24 or newer, which npm puts first on the PATH of each
 * script. Tried on Linux x64 with npm 10 and 11; not tried on Linux arm64, Windows and macOS.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, statSync, utimesSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { ensureChromium } from './install-chromium.mjs';
import { nodePackageOf, nodeProgramOf } from './node-package.mjs';

/** npm writes this file at the end of an installation. */
const INSTALLED = 'node_modules/.package-lock.json';
/** This package is there whenever the packages for development are. */
const DEV_PACKAGE = 'node_modules/typescript';
const { arch, platform } = process;
const NODE_PACKAGE = nodePackageOf(platform, arch);
const NODE_LINK = `node_modules/.bin/node${platform === 'win32' ? '.cmd' : ''}`;

const wantsDev = process.argv.includes('--dev') || existsSync(DEV_PACKAGE);
if (!isInstalled()) installPackages();
// npm 10 removes the link with those of the other platforms' packages, which have the same name.
if (!existsSync(NODE_LINK) && canRunNode()) runNpm('rebuild', NODE_PACKAGE, '--loglevel=error');
if (!existsSync(NODE_LINK) && Number.parseInt(process.versions.node, 10) < 24) {
  fail(
    `Node 24 is needed, this is ${process.versions.node}, and npm has none for ${platform} on ${arch}: install it from https://nodejs.org/en/download and try again.`,
  );
}
if (process.argv.includes('--browser'))
  await ensureChromium().catch(({ message }) => fail(message));

function isInstalled() {
  if (!existsSync(INSTALLED) || (wantsDev && !existsSync(DEV_PACKAGE))) return false;
  return statSync(INSTALLED).mtimeMs >= statSync('package-lock.json').mtimeMs;
}

function installPackages() {
  // `npm ci` begins by removing node_modules, which may contain the Node that runs this script or a
  // server.
  const isInUse = existsSync(INSTALLED) || process.execPath.startsWith(resolve('node_modules'));
  const command = isInUse ? ['install', '--no-save'] : ['ci'];
  console.log(`Installing packages (npm ${command[0]}): about half a minute`);
  if (!runNpm(...command, ...(wantsDev ? [] : ['--omit=dev']), '--loglevel=error')) {
    fail('Installing packages failed: correct what the lines above say, or remove node_modules.');
  }
  utimesSync(INSTALLED, new Date(), new Date());
  // These are 67 MB of C headers, which nothing here compiles against.
  rmSync(`node_modules/${NODE_PACKAGE}/include`, { recursive: true, force: true });
  // On a Linux without glibc this Node cannot run, and its link would hide the machine's own Node.
  if (!canRunNode()) rmSync(NODE_LINK, { force: true });
}

function canRunNode() {
  return spawnSync(nodeProgramOf(platform, arch), ['--version']).status === 0;
}

/**
 * Runs the npm and the Node that started the script.
 *
 * @param {string[]} args
 */
function runNpm(...args) {
  const { npm_execpath, npm_node_execpath = process.execPath } = process.env;
  if (!npm_execpath) return fail('Start this through npm, like: npm run build');
  return spawnSync(npm_node_execpath, [npm_execpath, ...args], { stdio: 'inherit' }).status === 0;
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}
