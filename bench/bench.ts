/**
 * `npm run bench [-- section …]`: prints every figure beside the limit it is compared with, measured
 * in the same run. Sections run one after the other; without names all of them, in about fifteen
 * minutes. Times vary with the machine, ratios less. The latest table is in `docs/performance.md`.
 */
import { availableParallelism, cpus } from 'node:os';
import process from 'node:process';
import type { Row, Section } from './section.ts';

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
console.log(
  `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`,
);
for (const name of names) {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  console.log(`\n## ${name}`);
  try {
    const { default: section } = (await SECTIONS[name]?.()) ?? {};
    const rows = await section?.measure((line) => console.log(`[${seconds()} s] ${line}`));
    console.log(`\n${section?.about}\n\n${formatTable(rows ?? [])}`);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}
// A browser that hangs must not keep the process alive.
process.exit();

function formatTable(rows: Row[]): string {
  const lines = rows.map(({ what, value, unit, limit, of, goal }) => {
    const against = limit === undefined ? '' : `${format(limit)} ${unit} ${of ?? ''}`.trim();
    const ratio = limit === undefined ? '' : (value / limit).toFixed(2);
    return `| ${what} | ${format(value)} ${unit} | ${against} | ${ratio} | ${goal} |`;
  });
  return ['| what | now | compared with | ratio | goal |', '|---|--:|--:|--:|--:|', ...lines].join(
    '\n',
  );
}

function format(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 3 : 1);
}
