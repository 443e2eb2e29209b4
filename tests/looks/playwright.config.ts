import { defineConfig } from '@playwright/test';
import daily from '../../playwright.config.ts';

/** `npm run looks` and `npm run looks:keep`. */
export default defineConfig({
  ...daily,
  testDir: '.',
  testIgnore: [],
  globalSetup: '../support/publish-fixture.ts',
  outputDir: '../../test-results/looks',
  snapshotPathTemplate: '../../.cache/looks/{arg}{ext}',
  reporter: 'list',
});
