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
let proofs = 0;
let lines: string[] = [];
let outcome: () => Promise<void>;
let shared: ReturnType<typeof shareWriteCheck>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  checks = 0;
  outcome = () => Promise.resolve();
  proofs = 0;
  lines = [];
  const say = (_: object, message: string) => void lines.push(message);
  shared = shareWriteCheck(
    {
      async check() {
        checks += 1;
        await outcome();
      },
      async prove() {
        proofs += 1;
        await outcome();
      },
    },
    { warn: say, error: say },
  );
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
  expect(proofs).toBe(1);
});

it('believes the smallest write no more once an enquiry could not be stored, until one can', async () => {
  const fail = () => expect(shared.afterAccepting(Promise.reject(FULL))).rejects.toThrow();
  await fail();
  await fail();
  outcome = () => Promise.reject(FULL);
  await expect(shared.checkWritable()).rejects.toThrow();
  vi.advanceTimersByTime(5_000);
  await expect(shared.checkWritable()).rejects.toThrow();
  outcome = () => Promise.resolve();
  vi.advanceTimersByTime(5_000);
  await shared.checkWritable();
  expect({ checks, proofs }).toEqual({ checks: 0, proofs: 3 });
  vi.advanceTimersByTime(5_000);
  await shared.checkWritable();
  expect({ checks, proofs }).toEqual({ checks: 1, proofs: 3 });
  expect(lines).toEqual([
    expect.stringMatching(/could not be stored: see .* docs\/operate\.md$/),
    'enquiries can be stored again',
  ]);
});
