import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{site,enquiry,server,publish,scripts,bench,desk,tests}/**/*.test.ts?(x)'],
    environment: 'node',
    // One process for many files: a fifth of all the work was loading the same modules anew. A test
    // leaves nothing behind in a module.
    isolate: false,
    // More than cores: the tests of faults wait more than they reckon.
    maxWorkers: availableParallelism() + 1,
  },
});
