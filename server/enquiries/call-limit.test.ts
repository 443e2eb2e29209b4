import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCallLimit } from './call-limit.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

it('lets as many calls through in ten minutes, and says how long to wait for the next', () => {
  const limit = createCallLimit(2);
  expect([limit.count('192.0.2.1'), limit.count('192.0.2.1')]).toEqual([undefined, undefined]);
  vi.advanceTimersByTime(60_000);
  expect(limit.count('192.0.2.1')).toBe(540);
  expect(limit.count('192.0.2.2')).toBeUndefined();
  vi.advanceTimersByTime(540_000);
  expect(limit.count('192.0.2.1')).toBeUndefined();
});

it('remembers who calls often among strangers who call once', () => {
  const limit = createCallLimit(1);
  for (let i = 0; i < 200_000; i += 1) {
    limit.count(`10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`);
    if (i % 10_000 === 0) limit.count('192.0.2.1');
  }
  expect(limit.count('192.0.2.1')).toBe(600);
});
