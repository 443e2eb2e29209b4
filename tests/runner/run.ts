/**
 * `npm test`: runs Vitest, then Playwright. Lists what was skipped and what failed, and prints the
 * sum of their counts in the last line.
 *
 * - `--soak` runs repeated tests more often (`repetitions` in `soak.ts`).
 * - `--complete`, for `.ci/run`, fails on a skip that `skips.ts` does not accept.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import { readArguments } from '../../runtime/command-line.ts';
import { allTestPrograms, isMissing } from './programs.ts';
import { explainSkip, INSTALL_COMMAND, type Skip } from './skips.ts';
import { SEED } from './soak.ts';

interface Outcome {
  passed: number;
  failed: number;
  failures: Failure[];
  skipped: Skip[];
}

interface Failure {
  /** The test, or the file of tests: 'site/carousel/carousel.test.ts: shows each photo'. */
  name: string;
  messages: string[];
}

/** The most lines of a failure that the list at the end repeats, because some messages are long. */
const FAILURE_LINES = 20;

const USAGE = `npm test -- [--soak] [--complete]
  One file: npx vitest run FILE.test.ts, or npx playwright test FILE.spec.ts`;

const { values } = readArguments(USAGE, {
  options: { soak: { type: 'boolean' }, complete: { type: 'boolean', default: false } },
});
if (values.soak) process.env.SOAK = '1';
// Both runners use the same seed, also past midnight.
process.env.SEED = String(SEED);
console.log(`SEED=${SEED}`);

const outcomes = [runVitest(), runPlaywright()];
const skipped = outcomes.flatMap((one) => one.skipped);
const passed = sumOf(outcomes.map((one) => one.passed));
const refused = listSkipped();
const failed = sumOf(outcomes.map((one) => one.failed)) + refused;
const rest = skipped.length - refused;
const failures = outcomes.flatMap((one) => one.failures);
// All failures are listed again at the end, because the two runners' reports are long and a log may
// be truncated.
if (failures.length > 0) console.log(`\nFailed:\n${failures.map(describeFailure).join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed${rest > 0 ? `, ${rest} skipped` : ''}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/** @returns how many skips count as failures */
function listSkipped(): number {
  const groups = new Map<string, { lines: string[]; isAccepted: boolean }>();
  for (const skip of skipped) {
    const { reason, isAccepted } = explainSkip(skip);
    const group = groups.get(reason) ?? { lines: [], isAccepted };
    group.lines.push(`    ${skip.file}: ${skip.title}`);
    groups.set(reason, group);
  }
  let count = 0;
  for (const [reason, { lines, isAccepted }] of groups) {
    const isRefused = values.complete && !isAccepted;
    if (isRefused) count += lines.length;
    console.log(`\n${isRefused ? 'Failed, because skipped' : 'Skipped'}, ${reason}:`);
    console.log(lines.join('\n'));
  }
  const isInstallable = allTestPrograms.some(isMissing);
  if (isInstallable && skipped.length > 0)
    console.log(`\nTo run them too, on Debian: ${INSTALL_COMMAND}`);
  return count;
}

function describeFailure({ name, messages }: Failure): string {
  const lines = stripVTControlCharacters(messages.join('\n'))
    .split('\n')
    .filter((line) => line.trim() && !/^\s+at .*node_modules/.test(line));
  return [`    ${name}`, ...lines.slice(0, FAILURE_LINES).map((line) => `        ${line}`)].join(
    '\n',
  );
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: {
      status: string;
      fullName: string;
      failureMessages: string[];
      meta?: { skipReason?: string };
    }[];
  }[];
}

function runVitest(): Outcome {
  const args = ['node_modules/vitest/vitest.mjs', 'run'];
  return run(args, 'test-results/vitest.json', (report: VitestReport) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      const file = relative('.', name);
      if (status === 'failed' && failed.length === 0) return [{ name: file, messages: [message] }];
      return failed.map((test) => ({
        name: `${file}: ${test.fullName}`,
        messages: test.failureMessages,
      }));
    }),
    skipped: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== 'passed' && status !== 'failed')
        .map(({ fullName, meta }) => ({
          file: relative('.', name),
          title: fullName,
          reason: meta?.skipReason,
        })),
    ),
  }));
}

interface PlaywrightSuite {
  file: string;
  specs: {
    title: string;
    tests: { status: string; results: { errors: { message?: string }[] }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}

function runPlaywright(): Outcome {
  const args = ['node_modules/@playwright/test/cli.js', 'test'];
  return run(args, 'test-results/playwright.json', ({ stats, suites }: PlaywrightReport) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failures: suites
      .flatMap((suite) => specsOf(suite, ['unexpected', 'flaky']))
      .map(({ file, title, messages }) => ({ name: `${file}: ${title}`, messages })),
    skipped: suites.flatMap((suite) => specsOf(suite, ['skipped'])),
  }));
}

/** The tests of a suite, and of the suites within it, that ended as one of `statuses`. */
function specsOf(
  { file, specs, suites = [] }: PlaywrightSuite,
  statuses: string[],
): { file: string; title: string; messages: string[] }[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => statuses.includes(status)));
  const found = own.map(({ title, tests }) => {
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
    return {
      file: `tests/${file}`,
      title,
      messages: errors.map(({ message = '' }) => message),
    };
  });
  return [...found, ...suites.flatMap((suite) => specsOf(suite, statuses))];
}

/** Counts one failure for a runner that fails without a failed test, or leaves no report. */
function run<Report>(
  args: string[],
  reportFile: string,
  read: (report: Report) => Outcome,
): Outcome {
  rmSync(reportFile, { force: true });
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  try {
    const outcome = read(JSON.parse(readFileSync(reportFile, 'utf8')));
    if (status === 0 || outcome.failures.length > 0) return outcome;
    return {
      ...outcome,
      failed: Math.max(outcome.failed, 1),
      failures: [{ name: args.join(' '), messages: [] }],
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const failures = [{ name: reportFile, messages: [message] }];
    return { passed: 0, failed: 1, failures, skipped: [] };
  }
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
