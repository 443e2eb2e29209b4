import process from 'node:process';
import { defineConfig, type Project } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './scripts/chromium.mjs';
import { EVERY_ENGINE, findFirefox } from './tests/support/engines.ts';

const executablePath = await findChromium();
const firefoxPath = findFirefox();
const isFull = process.env.TEST_SCALE === 'full';
/** A page of a test is gone before what an optimizing compiler did for it pays: a twelfth of all the work. */
const NO_OPTIMIZING = '--js-flags=--no-maglev --no-turbofan';

const firefox: Project = {
  name: 'firefox',
  // They drive an engine of their own.
  testIgnore: ['**/looks/**', '**/webkit.spec.ts'],
  grep: new RegExp(EVERY_ENGINE),
  // A second Firefox would cost more than it saves.
  workers: 1,
  use: {
    browserName: 'firefox',
    // A Firefox as it is released, by WebDriver BiDi.
    channel: 'moz-firefox',
    launchOptions: {
      ...(firefoxPath && { executablePath: firefoxPath }),
      firefoxUserPrefs: {
        // As on a phone, and in the headless Chromium: a window is as wide as it says.
        'ui.useOverlayScrollbars': 1,
        // Calls out of the machine.
        'messaging-system.rsexperimentloader.enabled': false,
        // A process for each site, one ready for the next, and one for extensions: a seventh of the work.
        'fission.autostart': false,
        'dom.ipc.processPrelaunch.enabled': false,
        'extensions.webextensions.remote': false,
      },
    },
  },
};

/**
 * Tests in a real browser: `npx playwright test tests/desk`, or any other part of a path. All in Chromium,
 * in one project, so that a worker goes from one to the next with its browser and its server; a few
 * in Firefox and WebKit too (decision 067).
 * All run against the real server over the tests' own caterer, and its style guide at `/stijl`.
 */
export default defineConfig({
  globalSetup: './tests/support/prepare.ts',
  testDir: 'tests',
  // By a command of its own: `npm run looks`.
  testIgnore: ['**/looks/**'],
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  // Three on two cores were no faster: 8.9 min instead of 8.5.
  workers: 2,
  forbidOnly: true,
  retries: 0,
  // A busy machine may take its time; no test here is about time.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  outputDir: 'test-results/playwright',
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/playwright.json' },
    ],
  ],
  use: {
    headless: true,
    locale: 'fr-BE',
    timezoneId: 'Europe/Brussels',
    // Without a graphics card every pixel is the processor's work. Handheld (767 to 1280), unless a test says.
    viewport: { width: 960, height: 600 },
    // And a page in motion costs twice as much. What is about motion, and
    // the journeys nearest to a visitor's, run `inMotion` (`support/browser-test.ts`).
    contextOptions: { reducedMotion: isFull ? 'no-preference' : 'reduce' },
  },
  projects: [
    // First, beside the first of Chromium's: at the end it would keep one core, and the other idle.
    firefox,
    {
      name: 'chromium',
      use: {
        browserName: 'chromium',
        launchOptions: {
          args: [...CHROMIUM_FLAGS, NO_OPTIMIZING],
          ...(executablePath && { executablePath }),
        },
      },
    },
  ],
});
