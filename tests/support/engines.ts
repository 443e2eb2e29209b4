import { existsSync } from 'node:fs';
import process from 'node:process';

/** The tag of a journey that runs in Firefox too: at most eight (decision 067). */
export const EVERY_ENGINE = '@every-engine';
/** The tag of those that do so in `npm test`: what one of the others would say of an engine, these say too. */
export const DAILY_IN_EVERY_ENGINE = [EVERY_ENGINE, '@daily'];

/**
 * Path of a Firefox: `FIREFOX_PATH`, Debian's, or one of the usual places.
 *
 * @returns undefined when there is none
 */
export function findFirefox(): string | undefined {
  return firstOf(process.env.FIREFOX_PATH, [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ]);
}

/** Path of WebKitGTK's WebDriver: `WEBKIT_DRIVER_PATH`, or Debian's; undefined when there is none. */
export function findWebKitDriver(): string | undefined {
  return firstOf(process.env.WEBKIT_DRIVER_PATH, ['/usr/bin/WebKitWebDriver']);
}

function firstOf(named: string | undefined, places: string[]): string | undefined {
  return (named ? [named] : places).find((path) => existsSync(path));
}
