import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // JSX is compiled for production, because NODE_ENV below is production.
  oxc: { jsx: { development: false } },
  test: {
    include: [
      '{site,enquiry,release,runtime,server,publish,deploy,scripts,desk,tests}/**/*.test.ts?(x)',
    ],
    globalSetup: './tests/support/prepare.ts',
    setupFiles: ['./tests/support/random-inputs.ts', './tests/support/real-clock.ts'],
    // Publishing switches its process to React's production build, with which components that were
    // compiled for development fail.
    env: { NODE_ENV: 'production' },
    // A busy machine may take its time; no test asserts how long something takes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Test files share their modules: no test leaves state in one, and loading them anew for each
    // file would double the run's work.
    isolate: false,
    // Files share their process too, so a failed test must not leave what it replaced to the next.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Fault tests mostly wait; the default leaves one of two cores idle.
    maxWorkers: availableParallelism(),
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
  },
});
