import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{site,enquiry,server,publish,scripts,bench,tests}/**/*.test.ts?(x)'],
    environment: 'node',
    // Vitest leaves one core to itself, which on two cores means one file after the other.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
