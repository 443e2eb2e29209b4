import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{site,enquiry,server,build,bench,tests}/**/*.test.ts?(x)'],
    environment: 'node',
  },
});
