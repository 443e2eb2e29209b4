// @ts-check
/** Where the browser tests find their Chromium. Plain JavaScript: `install.mjs` runs it too. */
import { existsSync } from 'node:fs';
import process from 'node:process';

/** Chromium without the parts that draw on a screen: the same engine, twice as fast here. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** No sandbox (tests run as root too), and nothing that calls out of the machine. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Letters stand at fractions of a pixel, as on phones, Windows and macOS; a headless Chromium
  // rounds the widths of fonts from files alone, by up to 8 %.
  '--font-render-hinting=none',
];

/**
 * Path of a Chromium: `CHROMIUM_PATH`, Debian's headless one, Playwright's own, or one of the usual
 * places.
 *
 * @returns {Promise<string | undefined>} undefined when there is none
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  const { chromium } = await import('@playwright/test');
  return [HEADLESS_SHELL, chromium.executablePath(), ...PLACES].find((path) => existsSync(path));
}

/**
 * Path of a Chromium with all its parts: it fills in forms, prerenders and keeps pages to go back to,
 * which the headless one does not. Looked for in the usual places, then among Playwright's.
 *
 * @returns {Promise<string | undefined>} undefined when there is none
 */
export async function findWholeChromium() {
  const { chromium } = await import('@playwright/test');
  return [...PLACES, chromium.executablePath()].find((path) => existsSync(path));
}
