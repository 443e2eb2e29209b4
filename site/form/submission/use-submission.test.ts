import { beforeEach, expect, test, vi } from 'vitest';
import { recallSubmission, storeSubmission } from './use-submission.ts';

const submission = { id: 'an id', values: { name: 'Zoë 🥂' }, captchaResult: 'solved' };

/** The stored items of a browser tab. */
let items: Map<string, string>;

beforeEach(() => {
  items = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
});

test.each([
  [2_000, true],
  // The captcha result has expired, or the device's clock was changed.
  [1_000 + 600_000, false],
  [999, false],
])('a submission stored at 1 000 ms and recalled at %d ms is pending: %s', (nowMs, isPending) => {
  storeSubmission(submission, 1_000);
  expect(recallSubmission(nowMs)).toEqual({ submission, isPending });
});

test.each(['null', '{"id":"x","body":"{}"}', 'geen JSON'])(
  '%j in the storage is ignored',
  (text) => {
    items.set('pending-enquiry', text);
    expect(recallSubmission(1_000)).toBeUndefined();
  },
);

test('a browser without storage causes no error', () => {
  vi.stubGlobal('sessionStorage', undefined);
  storeSubmission(submission, 1_000);
  storeSubmission(undefined);
  expect(recallSubmission(1_000)).toBeUndefined();
});
