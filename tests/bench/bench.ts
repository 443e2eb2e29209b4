/**
 * `npm run bench [-- suite …]`: prints every figure, with its goal and with its baseline (measured
 * in the same run) if it has them, and fails when a figure misses its goal. It runs the named
 * suites one after the other, by default all, which takes about fifteen minutes. Times depend on
 * the machine; ratios hardly do.
 */
import { availableParallelism, cpus } from 'node:os';
import process from 'node:process';
import { readArguments, refuseArguments } from '../../runtime/command-line.ts';
import { BENCH_PROGRAMS, isMissing } from '../runner/programs.ts';
import { type Figure, judgedFigure, meetsGoal, type Suite } from './suite.ts';

const SUITES: Record<string, () => Promise<{ default: Suite }>> = {
  pages: () => import('./suites/pages.ts'),
  server: () => import('./suites/server.ts'),
  enquiries: () => import('./suites/enquiries.ts'),
  build: () => import('./suites/build.ts'),
};

process.chdir(`${import.meta.dirname}/../..`);
const ALL = Object.keys(SUITES);
const USAGE = `npm run bench -- [SUITE …]\n  Suites: ${ALL.join(', ')}`;
const { positionals } = readArguments(USAGE, { allowPositionals: true });
const names = positionals.length > 0 ? positionals : ALL;
const unknown = names.find((name) => !ALL.includes(name));
if (unknown !== undefined) refuseArguments(USAGE, `There is no suite ${unknown}.`);
const suites = new Map<string, Suite>();
for (const name of names) {
  const module = await SUITES[name]?.();
  if (module) suites.set(name, module.default);
}
const needed = [...suites.values()].flatMap(({ programs = [] }) => programs);
const missing = needed.filter((name) => isMissing(BENCH_PROGRAMS[name]));
if (missing.length > 0) {
  const packages = missing.flatMap((name) => BENCH_PROGRAMS[name].packages).join(' ');
  console.error(
    `The bench needs ${missing.join(' and ')}. On Debian run: sudo apt-get install -y ${packages}`,
  );
  process.exit(1);
}
console.log(
  `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`,
);
const missed: Figure[] = [];
for (const [name, suite] of suites) {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  console.log(`\n## ${name}`);
  try {
    const rows = await suite.measure((line) => console.log(`[${seconds()} s] ${line}`));
    console.log(`\n${suite.about}\n\n${formatTable(rows)}`);
    missed.push(...rows.filter((row) => !meetsGoal(row)));
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}
if (missed.length > 0) {
  console.error(`\nGoals missed:\n\n${formatTable(missed)}`);
  process.exitCode = 1;
}
// A browser that hangs must not keep the process alive.
process.exit();

function formatTable(rows: Figure[]): string {
  const lines = rows.map((row) => {
    const { what, value, unit, baseline, baselineName } = row;
    const against =
      baseline === undefined ? '' : `${format(baseline)} ${unit} ${baselineName ?? ''}`.trim();
    const ratio = baseline === undefined ? '' : judgedFigure(row).toFixed(2);
    return `| ${what} | ${format(value)} ${unit} | ${against} | ${ratio} | ${formatGoal(row)} |`;
  });
  return ['| what | now | compared with | ratio | goal |', '|---|--:|--:|--:|--:|', ...lines].join(
    '\n',
  );
}

function formatGoal({ goal }: Figure): string {
  if (goal === undefined) return '–';
  return 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
}

function format(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 3 : 1);
}
