import process from 'node:process';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './build/chromium.mjs';

const executablePath = await findChromium();

/**
 * Tests in a real browser, a project for each kind: `npx playwright test --project=components`.
 * Components stand on a page of examples; form and journeys run against the built site and the real
 * server (`tests/site-server.ts`).
 */
export default defineConfig({
  globalSetup: './tests/examples/build-examples.ts',
  projects: [
    { name: 'components', testDir: 'tests/components' },
    { name: 'form', testDir: 'tests/form' },
    { name: 'journeys', testDir: 'tests/journeys' },
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
    locale: 'nl-BE',
    timezoneId: 'Europe/Brussels',
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) },
  },
});
