// @ts-check
/**
 * Finds the Chromium that the tests and the bench use. This file is plain JavaScript, because
 * `install.mjs` runs it before the TypeScript can run.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

/**
 * Debian's headless shell comes first, because it has the same engine and runs the tests twice as
 * fast.
 */
const SYSTEM_PATHS = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Arguments beside Playwright's own. The second places letters at fractions of a pixel, as phones,
 * Windows and macOS do; a headless Chromium rounds the widths of fonts from files, by up to 8 %.
 */
export const CHROMIUM_FLAGS = ['--disable-gpu', '--font-render-hinting=none'];

/**
 * Finds a Chromium that starts: that of `CHROMIUM_PATH`, else Playwright's, else the system's.
 *
 * @returns {Promise<string | undefined>} its path; undefined when there is none
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return canStart(named) ? named : undefined;
  return [await playwrightChromium(), ...SYSTEM_PATHS].find(canStart);
}

/** The path of Playwright's Chromium, whether or not it is installed. */
export async function playwrightChromium() {
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
}

/**
 * Whether a browser starts. On Linux, libraries that it needs may be missing.
 *
 * @param {string} path
 */
function canStart(path) {
  if (!existsSync(path)) return false;
  return process.platform !== 'linux' || spawnSync(path, ['--version']).status === 0;
}
