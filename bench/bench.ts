/**
 * `npm run bench [-- section …]`: prints every figure beside the limit it is compared with, measured
 * in the same run, and its goal. Fails when a figure misses its goal. Sections run one after the other;
 * without names all of them, in about fifteen minutes. Times vary with the machine, ratios less.
 */
import { availableParallelism, cpus } from 'node:os';
import process from 'node:process';
import { describeMissing } from './programs.ts';
import { judgedFigure, keepsGoal, type Row, type Section } from './section.ts';

const SECTIONS: Record<string, () => Promise<{ default: Section }>> = {
  pages: () => import('./sections/pages.ts'),
  server: () => import('./sections/server.ts'),
  enquiries: () => import('./sections/enquiries.ts'),
  build: () => import('./sections/build.ts'),
};

process.chdir(`${import.meta.dirname}/..`);
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SECTIONS);
const unknown = names.find((name) => !(name in SECTIONS));
if (unknown !== undefined) {
  console.error(`There is no section ${unknown}: ${Object.keys(SECTIONS).join(', ')}`);
  process.exit(1);
}
const sections = new Map<string, Section>();
for (const name of names) {
  const module = await SECTIONS[name]?.();
  if (module) sections.set(name, module.default);
}
const missing = describeMissing([...sections.values()].flatMap(({ programs = [] }) => programs));
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}
console.log(
  `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`,
);
const missed: Row[] = [];
for (const [name, section] of sections) {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  console.log(`\n## ${name}`);
  try {
    const rows = await section.measure((line) => console.log(`[${seconds()} s] ${line}`));
    console.log(`\n${section.about}\n\n${formatTable(rows)}`);
    missed.push(...rows.filter((row) => !keepsGoal(row)));
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

function formatTable(rows: Row[]): string {
  const lines = rows.map((row) => {
    const { what, value, unit, limit, of } = row;
    const against = limit === undefined ? '' : `${format(limit)} ${unit} ${of ?? ''}`.trim();
    const ratio = limit === undefined ? '' : judgedFigure(row).toFixed(2);
    return `| ${what} | ${format(value)} ${unit} | ${against} | ${ratio} | ${formatGoal(row)} |`;
  });
  return ['| what | now | compared with | ratio | goal |', '|---|--:|--:|--:|--:|', ...lines].join(
    '\n',
  );
}

function formatGoal({ goal }: Row): string {
  if (goal === undefined) return '–';
  return 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
}

function format(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 3 : 1);
}
