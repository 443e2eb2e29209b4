// @ts-check
/** Where tests and bench find their Chromium. Plain JavaScript: `install.mjs` runs it too. */
import { existsSync } from 'node:fs';
import process from 'node:process';

const PLACES = [
  // Debian's, without the parts that draw on a screen: the same engine, twice as fast here.
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
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
  // Letters at fractions of a pixel, as on phones, Windows and macOS; a headless Chromium rounds the
  // widths of fonts from files alone, by up to 8 %.
  '--font-render-hinting=none',
];

/**
 * Path of a Chromium: `CHROMIUM_PATH`, one of the usual places, or Playwright's own.
 *
 * @returns {Promise<string | undefined>} undefined when there is none
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  const { chromium } = await import('@playwright/test');
  return [...PLACES, chromium.executablePath()].find((path) => existsSync(path));
}
