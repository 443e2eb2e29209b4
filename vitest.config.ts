import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{site,enquiry,server,publish,scripts,bench,desk,tests}/**/*.test.ts?(x)'],
    environment: 'node',
    // More than cores: the tests of faults wait more than they reckon.
    maxWorkers: availableParallelism() + 1,
  },
});
