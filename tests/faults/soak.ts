/**
 * `npm run test:soak`: the fault tests at their full counts, then the table of the run in Markdown,
 * ready for `docs/durability.md`. `-- --scale usual` takes the smaller counts, `-- NAME …` only the
 * test files with that in their name.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface Row {
  fault: string;
  count: string;
  result: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: 'soak' } },
});
const folder = mkdtempSync(join(tmpdir(), 'soak-'));
const report = join(folder, 'rows.jsonl');
const begunMs = performance.now();

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
process.exitCode = status ?? 1;

function readRows(): Row[] {
  try {
    const lines = readFileSync(report, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as Row);
  } catch {
    return [];
  }
}

function markdownTable(rows: Row[]): string {
  const lines = rows.map(({ fault, count, result }) => `| ${fault} | ${count} | ${result} |`);
  return ['| Fault | Count | What held |', '|---|---|---|', ...lines].join('\n');
}
