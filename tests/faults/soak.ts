/**
 * `npm run test:soak`: the fault tests at their full counts, then the table of the run in Markdown,
 * ready for `docs/durability.md`; before it every test of pages and form in every window, on every page
 * and with every count, where the daily run lets them take turns. `-- --scale usual` takes the smaller counts, `-- NAME …` only the
 * fault tests with that in their name.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FaultRow } from './fault-report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: 'soak' } },
});
const folder = mkdtempSync(join(tmpdir(), 'soak-'));
const report = join(folder, 'rows.jsonl');
const begunMs = performance.now();

const matrices = [
  ['node_modules/@playwright/test/cli.js', 'test'],
  ['node_modules/vitest/vitest.mjs', 'run', 'tests/form'],
];
const matrixStatuses = positionals.length > 0 ? [] : matrices.map(runMatrix);
const files =
  positionals.length > 0 ? positionals.map((name) => `tests/faults/${name}`) : ['tests/faults'];
const { status } = spawnSync(
  process.execPath,
  // One file at a time: the faults would otherwise disturb each other's counts and latencies.
  ['node_modules/vitest/vitest.mjs', 'run', '--no-file-parallelism', ...files],
  { stdio: 'inherit', env: { ...process.env, FAULT_SCALE: values.scale, FAULT_REPORT: report } },
);

const minutes = ((performance.now() - begunMs) / 60_000).toFixed(1);
console.log(`\nScale '${values.scale}', ${minutes} minutes, Node ${process.versions.node}\n`);
console.log(markdownTable(readRows()));
rmSync(folder, { recursive: true, force: true });
process.exitCode = [status, ...matrixStatuses].every((one) => one === 0) ? 0 : 1;

function runMatrix(command: string[]): number | null {
  const env = { ...process.env, TEST_SCALE: values.scale === 'soak' ? 'full' : '' };
  return spawnSync(process.execPath, command, { stdio: 'inherit', env }).status;
}

function readRows(): FaultRow[] {
  try {
    const lines = readFileSync(report, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as FaultRow);
  } catch {
    return [];
  }
}

function markdownTable(rows: FaultRow[]): string {
  const lines = rows.map(
    ({ fault, count, result, test }) => `| ${fault} | ${count} | ${result} | \`${test}\` |`,
  );
  return ['| Fault | Count | What held | Test |', '|---|---|---|---|', ...lines].join('\n');
}
