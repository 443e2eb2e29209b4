import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shareWriteCheck } from './shared-write-check.ts';
import type { AcceptResult } from './store.ts';

const STORED: AcceptResult = {
  kind: 'stored',
  enquiryId: 'x',
  isConfirmationLeftOut: false,
  isConfirmationHeld: false,
};
const FULL = new Error('disk full');

let checks = 0;
let outcome: () => Promise<void>;
let shared: ReturnType<typeof shareWriteCheck>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  checks = 0;
  outcome = () => Promise.resolve();
  shared = shareWriteCheck(() => {
    checks += 1;
    return outcome();
  });
});
afterEach(() => vi.useRealTimers());

it('writes once in 5 seconds however many ask, good or bad', async () => {
  await Promise.all(Array.from({ length: 100 }, () => shared.checkWritable()));
  vi.advanceTimersByTime(4_999);
  outcome = () => Promise.reject(FULL);
  await shared.checkWritable();
  expect(checks).toBe(1);
  vi.advanceTimersByTime(1);
  await expect(shared.checkWritable()).rejects.toThrow('disk full');
  outcome = () => Promise.resolve();
  await expect(shared.checkWritable()).rejects.toThrow('disk full');
  vi.advanceTimersByTime(5_000);
  await shared.checkWritable();
  expect(checks).toBe(3);
});

it('writes nothing for 5 seconds after an enquiry was stored', async () => {
  await shared.afterAccepting(Promise.resolve(STORED));
  vi.advanceTimersByTime(4_999);
  await shared.checkWritable();
  expect(checks).toBe(0);
  vi.advanceTimersByTime(1);
  await shared.checkWritable();
  expect(checks).toBe(1);
});

it('asks anew after an enquiry could not be stored, not after a repeat', async () => {
  await shared.checkWritable();
  await shared.afterAccepting(Promise.resolve({ kind: 'repeated', enquiryId: 'x' }));
  await shared.checkWritable();
  expect(checks).toBe(1);
  await expect(shared.afterAccepting(Promise.reject(FULL))).rejects.toThrow('disk full');
  await shared.checkWritable();
  expect(checks).toBe(2);
});
