import process from 'node:process';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './scripts/chromium.mjs';

const executablePath = await findChromium();

/** Where the form must be at its best: a desk, and a phone held in one hand. */
const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: {
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
};

/**
 * Tests in a real browser, a project for each kind: `npx playwright test --project=components`.
 * All run against the real server over the tests' own caterer, and its style guide at `/stijl`.
 */
export default defineConfig({
  globalSetup: './tests/support/publish-fixture.ts',
  projects: [
    { name: 'components', testDir: 'tests/components' },
    { name: 'form', testDir: 'tests/form', use: SCREENS.desktop },
    {
      name: 'form on a phone',
      testDir: 'tests/form',
      grep: /@phone/,
      use: SCREENS.phone,
    },
    { name: 'journeys', testDir: 'tests/journeys' },
    { name: 'desk', testDir: 'tests/desk' },
  ],
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  // Three on two cores were no faster: 8.9 min instead of 8.5.
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
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
    browserName: 'chromium',
    headless: true,
    locale: 'fr-BE',
    timezoneId: 'Europe/Brussels',
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) },
  },
});
