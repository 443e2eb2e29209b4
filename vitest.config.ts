import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { QUICK_START } from './tests/support/quick-start.ts';

export default defineConfig({
  // A test that publishes turns React to production in its process, where the development JSX is missing.
  oxc: { jsx: { development: false } },
  test: {
    include: ['{site,enquiry,server,publish,scripts,bench,desk,tests}/**/*.test.ts?(x)'],
    environment: 'node',
    globalSetup: './tests/support/quick-start.ts',
    env: QUICK_START,
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
