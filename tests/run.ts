/**
 * `npm test`: a release first, so that every test that publishes finds the bundle; then the unit tests
 * (Vitest), and the journeys through the release in a browser (Playwright). One after the other, so
 * that each has every core; their counts are added up in one last line, which `.ci/run` shows too.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const RESULTS = 'test-results';
const COMPILE_CACHE = resolve('.cache/tests/compile');
const VITEST_REPORT = `${RESULTS}/vitest.json`;
const PLAYWRIGHT_REPORT = `${RESULTS}/playwright.json`;
/** A disk in memory, which Linux has, and the room that the tests want there. */
const MEMORY_DISK = '/dev/shm';
const ROOM_BYTES = 3e9;

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const temporary = mkdtempSync(join(isUsable(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'tests-'));
// A PostgreSQL that root starts runs as somebody else.
chmodSync(temporary, 0o755);

const publishedOk = run('publish/publish.ts', ['--if-changed']);
const vitestOk = run('node_modules/vitest/vitest.mjs', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${VITEST_REPORT}`,
]);
const playwrightOk =
  publishedOk &&
  run('node_modules/@playwright/test/cli.js', ['test'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT_REPORT,
  });

rmSync(temporary, { recursive: true, force: true });
const counts = [vitestCounts(), playwrightCounts()].reduce((sum, next) => ({
  passed: sum.passed + next.passed,
  failed: sum.failed + next.failed,
  skipped: sum.skipped + next.skipped,
}));
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
const line = `${counts.passed} passed, ${counts.failed} failed${skipped}`;
writeFileSync(`${RESULTS}/summary.txt`, `${line}\n`);
console.log(`\n${line}`);
if (!vitestOk || !playwrightOk || counts.failed > 0 || counts.passed === 0) process.exitCode = 1;

function run(script: string, args: string[], env: Record<string, string> = {}): boolean {
  const { status } = spawnSync(process.execPath, [script, ...args], {
    stdio: 'inherit',
    // The hundreds of servers and threads that the tests start need not all compile the same code.
    // And a quarter of all their work was waiting for a disk to keep what is thrown away.
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, TMPDIR: temporary, ...env },
  });
  return status === 0;
}

function isUsable(disk: string): boolean {
  if (!existsSync(disk)) return false;
  const { bavail, bsize } = statfsSync(disk);
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  // Some tests start what they copied.
  const isForData = mounts.find((line) => line.split(' ')[1] === disk)?.includes('noexec') ?? true;
  return bavail * bsize > ROOM_BYTES && !isForData;
}

/** A runner that left no report did not run: that is one failure, not none. */
function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`${file}: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

function vitestCounts(): Counts {
  const report = readReport(VITEST_REPORT) as
    | { numPassedTests: number; numFailedTests: number; numPendingTests: number }
    | undefined;
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
  };
}

function playwrightCounts(): Counts {
  const report = readReport(PLAYWRIGHT_REPORT) as
    | { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }
    | undefined;
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}
