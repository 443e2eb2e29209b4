import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, afterEach } from 'vitest';

/** How often each fault is repeated; set by `npm run test:soak`. */
export type FaultScale = 'quick' | 'usual' | 'soak';

const scale = (process.env.FAULT_SCALE || 'quick') as FaultScale;

/** @param counts for `npm test`, for a thorough run, and for a soak run */
export function faultCount(counts: Record<FaultScale, number>): number {
  const count = counts[scale];
  if (count === undefined)
    throw new Error(`FAULT_SCALE is ${scale}: expected quick, usual or soak.`);
  return count;
}

/** A line of the table: what went wrong, how often, what held nevertheless, and the test's name. */
export interface FaultRow {
  fault: string;
  count: string;
  result: string;
  test: string;
}

/** A time-out that grows with the count, so that a soak run may take its time. */
export function faultTimeoutMs(count: number, eachMs: number): number {
  return 30_000 + count * eachMs;
}

/** Adds a line to the table of the run, once every test of the file has passed. */
export function faultRow(fault: string, measure: () => { count: string; result: string }): void {
  let failures = 0;
  let test = '';
  afterEach(({ task }) => {
    test = basename(task.file.name, '.test.ts');
    if (task.result?.state === 'fail') failures += 1;
  });
  afterAll(() => {
    const file = process.env.FAULT_REPORT;
    if (!file) return;
    const { count, result } = measure();
    const held = failures === 0 ? result : `${failures} TESTS FAILED`;
    const row: FaultRow = { fault, count, result: held, test };
    appendFileSync(file, `${JSON.stringify(row)}\n`);
  });
}
