// @ts-check
/**
 * Runs before every npm script: installs what is missing, and nothing when nothing is.
 *
 * It is plain JavaScript without dependencies because it runs on a bare clone, on whatever Node
 * the machine brings (20 or newer). `npm ci` then brings Node 24 (the package `node`), which every
 * npm script finds first on its PATH.
 *
 * `--browser` also makes sure that there is a Chromium for the tests: one already there, else
 * Playwright's download, else Debian's package when we are root.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

const STAMP = 'node_modules/.installed';

installPackages();
if (process.argv.includes('--browser')) await installBrowser();

function installPackages() {
  const wanted = createHash('sha256')
    .update(readFileSync('package.json'))
    .update(readFileSync('package-lock.json'))
    .digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  console.log('Installing packages (npm ci): once, a minute or so');
  const failure = run('npm', ['ci', '--no-audit', '--no-fund']);
  if (failure !== undefined) {
    console.error(
      `Installing packages failed (npm ci: ${failure}). npm's own words above say why; mend that and try again.`,
    );
    process.exit(1);
  }
  writeFileSync(STAMP, wanted);
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
 * @param {string[]} args
 * @returns {string | undefined} why it failed; undefined when it did not
 */
function run(command, args) {
  const { status, signal, error } = spawnSync(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) return error.message;
  return status === 0 ? undefined : (signal ?? `exit ${status}`);
}
