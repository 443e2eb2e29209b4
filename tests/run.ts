/**
 * `npm test`: runs Vitest, then Playwright, and prints the sum of their counts in one last line. `--soak`
 * multiplies how often the tests repeat what they repeat (`count` in `soak.ts`).
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import process from 'node:process';
import { SEED } from './soak.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

if (process.argv.includes('--soak')) process.env.SOAK = '1';
// The same cells in both runners, also past midnight.
process.env.SEED = String(SEED);
console.log(`SEED=${SEED}`);

const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
for (const counts of [runVitest(), runPlaywright()]) {
  sum.passed += counts.passed;
  sum.failed += counts.failed;
  sum.skipped += counts.skipped;
}
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`);
process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0;

function runVitest(): Counts {
  return run(['node_modules/vitest/vitest.mjs', 'run'], 'test-results/vitest.json', (report) => ({
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: report.numPendingTests ?? 0,
  }));
}

function runPlaywright(): Counts {
  const args = ['node_modules/@playwright/test/cli.js', 'test'];
  return run(args, 'test-results/playwright.json', ({ stats = {} }) => ({
    passed: stats.expected ?? 0,
    failed: (stats.unexpected ?? 0) + (stats.flaky ?? 0),
    skipped: stats.skipped ?? 0,
  }));
}

type Report = Record<string, number> & { stats?: Record<string, number> };

/** A runner that fails without a failed test, or leaves no report, counts as one failure. */
function run(args: string[], reportFile: string, read: (report: Report) => Counts): Counts {
  rmSync(reportFile, { force: true });
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  try {
    const counts = read(JSON.parse(readFileSync(reportFile, 'utf8')));
    return { ...counts, failed: Math.max(counts.failed, status === 0 ? 0 : 1) };
  } catch (error) {
    console.error(`${reportFile}: ${error instanceof Error ? error.message : error}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
