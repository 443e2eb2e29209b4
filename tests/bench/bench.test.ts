import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Figure, meetsGoal } from './suite.ts';

const row = (value: number, more: Partial<Figure>): Figure => ({
  what: '',
  value,
  unit: 'ms',
  ...more,
});

test('a goal is about the ratio to the baseline, and about the value where there is none', () => {
  const twice = { baseline: 400, goal: { atMost: 2 } };
  expect([800, 801].map((value) => meetsGoal(row(value, twice)))).toEqual([true, false]);
  const half = { baseline: 400, goal: { atLeast: 0.5 } };
  expect([200, 199].map((value) => meetsGoal(row(value, half)))).toEqual([true, false]);
  const most = { goal: { atMost: 180 } };
  expect([180, 181].map((value) => meetsGoal(row(value, most)))).toEqual([true, false]);
  expect(meetsGoal(row(Number.NaN, most))).toBe(false);
  expect(meetsGoal(row(180, {}))).toBe(true);
});

test('a program that is missing is named with its package before anything is measured', async () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['tests/bench/bench.ts', 'server'],
    {
      env: { PATH: await temporaryFolder() },
      encoding: 'utf8',
    },
  );
  expect(stderr).toMatch(/^The bench needs .*wrk\. On Debian run: .*apt-get install .*wrk\n$/);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
});
