import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SUBMISSION_ID_PATTERN } from '../../../enquiry/replies.ts';
import { newSubmission, recallSubmission, storeSubmission } from './use-submission.ts';

const submission = { id: 'an id', body: '{"name":"Zoë 🥂"}' };

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
afterEach(() => vi.unstubAllGlobals());

test('the same enquiry has the same id, whatever the captcha’s result', () => {
  const body = (name: string, token: string) =>
    JSON.stringify({ name, message: 'Dag', token, recaptcha: token });
  const first = newSubmission(body('Zoë', 'first result'));
  expect(first.id).toMatch(SUBMISSION_ID_PATTERN);
  const again = newSubmission(body('Zoë', 'second result'), first);
  expect(again).toEqual({ id: first.id, body: body('Zoë', 'second result') });
  expect(newSubmission(body('Zoé', 'first result'), first).id).not.toBe(first.id);
  expect(newSubmission(body('Zoë', 'first result')).id).not.toBe(first.id);
});

test.each([
  [2_000, true],
  // The captcha result has expired, or the device's clock was changed.
  [1_000 + 600_000, false],
  [999, false],
])('a submission of 1 000 ms, recalled at %d ms, is pending: %s', (nowMs, isPending) => {
  storeSubmission(submission, 1_000);
  expect(recallSubmission(nowMs)).toEqual({ submission, isPending });
});

test.each(['null', '{}', '{"id":"x","body":5}', 'geen JSON'])(
  'ignores %j in the storage',
  (text) => {
    items.set('pending-enquiry', text);
    expect(recallSubmission(1_000)).toBeUndefined();
  },
);

test('works in a browser without storage', () => {
  vi.stubGlobal('sessionStorage', undefined);
  storeSubmission(submission, 1_000);
  storeSubmission(undefined);
  expect(recallSubmission(1_000)).toBeUndefined();
});
