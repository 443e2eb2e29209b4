// @ts-check
/**
 * Installs a Chromium for tests and bench: Playwright's with the libraries of the system that it
 * needs, or Debian's. This is plain JavaScript, because `install.mjs` runs it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { findChromium, playwrightChromium } from './chromium.mjs';

const IS_ROOT = process.getuid?.() === 0;
const HAS_APT = existsSync('/usr/bin/apt-get');
const DEBIAN_PACKAGES = ['chromium', 'fonts-liberation'];

/** Installs a Chromium unless there is one. @throws {Error} naming the command that is missing */
export async function ensureChromium() {
  if (await findChromium()) return;
  const named = process.env.CHROMIUM_PATH;
  if (named) throw new Error(`CHROMIUM_PATH: ${named} does not start. Correct it or unset it.`);
  console.log('No Chromium for the browser tests yet: installing one, once, in a few minutes');
  const isDownloaded = playwright('install', 'chromium');
  if (isDownloaded && !(await findChromium()) && IS_ROOT) playwright('install-deps', 'chromium');
  if (await findChromium()) return;
  console.log(`Playwright could not ${isDownloaded ? 'complete' : 'download'} its Chromium`);
  if (HAS_APT && IS_ROOT) installDebianPackages(DEBIAN_PACKAGES);
  if (await findChromium()) return;
  throw new Error(`No Chromium for the browser tests. ${await describeNextStep()}`);
}

async function describeNextStep() {
  if (existsSync(await playwrightChromium())) {
    return 'Playwright’s lacks libraries of this system; run: sudo npx playwright install-deps chromium';
  }
  if (HAS_APT) return `Run: sudo apt-get install -y ${DEBIAN_PACKAGES.join(' ')}`;
  return 'Install Chromium or Chrome and name its program: CHROMIUM_PATH=/path/to/chromium npm test';
}

/** @param {string[]} args @returns whether it succeeded */
function playwright(...args) {
  console.log(`Running: playwright ${args.join(' ')}`);
  const program = ['node_modules/@playwright/test/cli.js', ...args];
  // Playwright tries five times, each with its own limit: an unreachable host takes 50 s at most.
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000', ...process.env };
  return spawnSync(process.execPath, program, { stdio: 'inherit', env }).status === 0;
}

/** Installs packages as root. @param {string[]} packages @returns whether all are installed */
export function installDebianPackages(packages) {
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  return [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', ...packages],
  ].every((args) => {
    console.log(`Running: apt-get ${args.join(' ')}`);
    return spawnSync('apt-get', args, /** @type {object} */ (options)).status === 0;
  });
}
