/**
 * `npm test`: releases and bundles first, which every test finds then; then the unit and fault tests
 * (Vitest) beside the journeys through the release in a browser (Playwright), because the ones wait
 * while the others reckon. Their counts are added up in one last line, which `.ci/run` shows too.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
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
import { constants, setPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { DAILY_IN_EVERY_ENGINE } from './support/engines.ts';
import prepare from './support/prepare.ts';

const RESULTS = 'test-results';
const COMPILE_CACHE = resolve('.cache/tests/compile');
/** Where Playwright keeps the tests as JavaScript: else in the temporary folder, and so for one run. */
const TEST_CACHE = resolve('.cache/tests/playwright');
/** In Firefox, of the journeys of every engine, those of every day (decision 067). */
const NOT_BY_DAY = `firefox (?!.*${DAILY_IN_EVERY_ENGINE[1]})`;
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

/** As it was given: who publishes turns React to production in the process's. */
const ENVIRONMENT = {
  ...process.env,
  NODE_COMPILE_CACHE: COMPILE_CACHE,
  PWTEST_CACHE_DIR: TEST_CACHE,
};

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const temporary = mkdtempSync(join(isUsable(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'tests-'));
// A PostgreSQL that root starts runs as somebody else.
chmodSync(temporary, 0o755);

const publishedOk = await run('publish/publish.ts', ['--if-changed']);
// Neither runner waits for what the other makes.
await prepare();
const [vitestOk, playwrightOk] = await Promise.all([
  runQuietly('node_modules/vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${VITEST_REPORT}`,
  ]),
  publishedOk &&
    run('node_modules/@playwright/test/cli.js', ['test', '--grep-invert', NOT_BY_DAY], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT_REPORT,
    }),
]);

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

async function run(
  script: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  return (await ended(start(script, args, env, 'inherit'))) === 0;
}

/** What it says comes in one piece, at its end; it has less to do than the browsers, and gives way to them. */
async function runQuietly(script: string, args: string[]): Promise<boolean> {
  const child = start(script, args, {}, 'pipe');
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const [said, status] = await Promise.all([child.stdout && text(child.stdout), ended(child)]);
  console.log(said);
  return status === 0;
}

function start(
  script: string,
  args: string[],
  env: Record<string, string>,
  out: 'inherit' | 'pipe',
) {
  return spawn(process.execPath, [script, ...args], {
    stdio: ['inherit', out, 'inherit'],
    // The hundreds of servers and threads that the tests start need not all compile the same code.
    // And a quarter of all their work was waiting for a disk to keep what is thrown away.
    env: { ...ENVIRONMENT, TMPDIR: temporary, ...env },
  });
}

async function ended(child: ChildProcess): Promise<number | null> {
  const [status] = await once(child, 'exit');
  return status;
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
