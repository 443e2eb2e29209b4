import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { QUICK_START } from './tests/support/quick-start.ts';

export default defineConfig({
  oxc: { jsx: { development: false } },
  test: {
    include: ['{site,enquiry,server,publish,scripts,bench,desk,tests}/**/*.test.ts?(x)'],
    environment: 'node',
    globalSetup: './tests/support/quick-start.ts',
    // React as visitors get it, from the first file on: a test that publishes turns its process to
    // production, where what the file before it loaded for development no longer fits.
    env: { ...QUICK_START, NODE_ENV: 'production' },
    // A busy machine may take its time; no test here is about time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One process for many files: a fifth of all the work was loading the same modules anew. A test
    // leaves nothing behind in a module.
    isolate: false,
    // More than cores, because the tests of faults wait more than they reckon; and browsers are at work beside.
    maxWorkers: availableParallelism() + 1,
  },
});
