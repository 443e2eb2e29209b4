/**
 * `npm run bench [-- section …]`: every figure beside the limit it is held against, measured in the
 * same run. Sections run one after the other; without names all but {@link ON_REQUEST}, in about twenty
 * minutes.
 *
 * A section's rows replace what `bench/results.md` said of it. One that fails says why there, and the
 * others go on. Times vary with the machine: ratios less.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, release, type } from 'node:os';
import process from 'node:process';
import type { Row, Section } from './section.ts';

const RESULTS = 'bench/results.md';
const SECTIONS: Record<string, () => Promise<{ default: Section }>> = {
  weight: () => import('./sections/weight.ts'),
  pages: () => import('./sections/pages.ts'),
  peers: () => import('./sections/peers.ts'),
  frameworks: () => import('./sections/frameworks.ts'),
  shifts: () => import('./sections/shifts.ts'),
  touches: () => import('./sections/touches.ts'),
  moves: () => import('./sections/moves.ts'),
  static: () => import('./sections/static.ts'),
  server: () => import('./sections/server.ts'),
  enquiries: () => import('./sections/enquiries.ts'),
  build: () => import('./sections/build.ts'),
  development: () => import('./sections/development.ts'),
};
/** They install hundreds of megabytes: only when named. */
const ON_REQUEST = ['frameworks'];

process.chdir(`${import.meta.dirname}/..`);
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in SECTIONS));
if (unknown !== undefined) {
  console.error(`There is no section ${unknown}: ${Object.keys(SECTIONS).join(', ')}`);
  process.exit(1);
}
const texts = await readTexts();
const usual = Object.keys(SECTIONS).filter((name) => !ON_REQUEST.includes(name));
for (const name of asked.length > 0 ? asked : usual) {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  console.log(`\n## ${name}`);
  const text = await measure(name, (line) => console.log(`[${seconds()} s] ${line}`)).catch(
    (error: unknown) => `Failed: ${String(error).split('\n')[0]}\n`,
  );
  const versions = `Node ${process.versions.node}, ${type()} ${release()}`;
  const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`;
  const when = new Date().toISOString().slice(0, 16);
  texts.set(name, `${text}\n${when} UTC, ${seconds()} s, ${machine}, ${versions}.\n`);
  console.log(text);
  await writeTexts(texts);
}
// A browser that hangs keeps nobody waiting.
process.exit();

async function measure(name: string, onProgress: (line: string) => void): Promise<string> {
  const { default: section } = (await SECTIONS[name]?.()) ?? {};
  if (!section) throw new Error(`There is no section ${name}`);
  const rows = await section.measure(onProgress);
  return `${section.about}\n\n${tableOf(rows)}`;
}

function tableOf(rows: Row[]): string {
  const lines = rows.map(({ what, value, unit, limit, of, goal }) => {
    const ratio = limit === undefined ? '' : (value / limit).toFixed(2);
    const against = limit === undefined ? '' : `${format(limit)} ${unit} ${of ?? ''}`;
    return `| ${what} | ${format(value)} ${unit} | ${against.trim()} | ${ratio} | ${goal} |`;
  });
  return ['| what | now | limit | ratio | goal |', '|---|--:|--:|--:|--:|', ...lines, ''].join(
    '\n',
  );
}

function format(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 3 : 1);
}

/** By section, as the file has them. */
async function readTexts(): Promise<Map<string, string>> {
  const text = await readFile(RESULTS, 'utf8').catch(() => '');
  const parts = text.split(/^## /m).slice(1);
  return new Map(
    parts.map((part) => {
      const [name = '', ...lines] = part.split('\n');
      return [name, lines.join('\n').trim().concat('\n')];
    }),
  );
}

async function writeTexts(all: ReadonlyMap<string, string>): Promise<void> {
  const ordered = Object.keys(SECTIONS).filter((name) => all.has(name));
  const parts = ordered.map((name) => `## ${name}\n\n${all.get(name)}`);
  await writeFile(
    RESULTS,
    `# What is measured\n\nPrinted by \`npm run bench\`.\n\n${parts.join('\n')}`,
  );
}
