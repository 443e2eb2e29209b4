import { availableParallelism } from 'node:os';
import process from 'node:process';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './scripts/chromium.mjs';

const executablePath = await findChromium();
// Each worker evaluates this file too; with this variable it need not search again.
if (executablePath) process.env.CHROMIUM_PATH = executablePath;

/**
 * These tests run in a browser, against the real server and the tests' own caterer
 * (`tests/fixtures/content`).
 */
export default defineConfig({
  globalSetup: './tests/support/prepare.ts',
  testDir: 'tests',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  // Each worker keeps about two cores busy, with a browser and a server. A percentage would count
  // the processors of the machine, of which a container may use only a few.
  workers: Math.max(2, Math.floor(availableParallelism() / 2)),
  forbidOnly: true,
  // The limit is high because a busy machine is slow, and no test asserts how long something takes.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  outputDir: 'test-results/playwright',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) },
    // The tests' caterer and its visitors speak French.
    locale: 'fr-BE',
    timezoneId: 'Europe/Brussels',
    // Without a graphics card, animations take so much processor time that tests run with reduced
    // motion, in a small tablet's window. Tests of motion turn it on (`inMotion` in
    // `support/browser/browser-test.ts`).
    viewport: { width: 960, height: 600 },
    contextOptions: { reducedMotion: 'reduce' },
  },
});
