import { existsSync } from 'node:fs';
import process from 'node:process';
import type { LaunchOptions } from '@playwright/test';

/** Where a Chromium of the system may stand; `CHROMIUM_PATH` names another. */
const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Undefined: no browser on the system, Playwright uses the one it installs itself. */
export function chromiumPath(): string | undefined {
  return process.env.CHROMIUM_PATH ?? SYSTEM_PATHS.find((path) => existsSync(path));
}

/** A browser that asks nobody for anything but the pages it is sent to. */
export function chromiumLaunchOptions(): LaunchOptions {
  const executablePath = chromiumPath();
  return {
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
