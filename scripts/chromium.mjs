// @ts-check
/** Where tests and bench find their Chromium. Plain JavaScript: `install.mjs` runs it too. */
import { existsSync } from 'node:fs';
import process from 'node:process';

/** Debian's; the first lacks the parts that draw on a screen: the same engine, twice as fast. */
const PLACES = ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium'];

/**
 * Added to Playwright's own. The second places letters at fractions of a pixel, as phones, Windows
 * and macOS do; a headless Chromium rounds the widths of fonts from files, by up to 8 %.
 */
export const CHROMIUM_FLAGS = ['--disable-gpu', '--font-render-hinting=none'];

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
