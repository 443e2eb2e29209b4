import { afterEach, expect, test, vi } from 'vitest';
import { SUBMISSION_ID_PATTERN } from '../../../enquiry/replies.ts';
import {
  forgetSubmission,
  newSubmission,
  recallSubmission,
  rememberRefused,
  rememberSubmission,
} from './submission.ts';

const submission = { id: 'an id', body: '{"name":"Zoë 🥂"}' };

/** A browser tab's storage. */
function storage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

afterEach(() => vi.unstubAllGlobals());

test('the same enquiry goes out under the same id, whatever the captcha’s result', () => {
  const body = (name: string, token: string) =>
    JSON.stringify({ name, message: 'Dag', token, recaptcha: token });
  const first = newSubmission(body('Zoë', 'first result'));
  expect(first.id).toMatch(SUBMISSION_ID_PATTERN);
  const again = newSubmission(body('Zoë', 'second result'), first);
  expect(again).toEqual({ id: first.id, body: body('Zoë', 'second result') });
  expect(newSubmission(body('Zoé', 'first result'), first).id).not.toBe(first.id);
  expect(newSubmission(body('Zoë', 'first result')).id).not.toBe(first.id);
});

test('a submission cut off by a reload comes back byte for byte, to go out again', () => {
  vi.stubGlobal('sessionStorage', storage());
  rememberSubmission(submission, 1_000);
  expect(recallSubmission(2_000)).toEqual({ submission, isPending: true });
});

test('nothing is kept once the server accepted it, or the visitor cancelled it', () => {
  const tab = storage();
  vi.stubGlobal('sessionStorage', tab);
  rememberSubmission(submission, 1_000);
  forgetSubmission();
  expect(recallSubmission(2_000)).toBeUndefined();
  expect(tab.items.size).toBe(0);
});

test.each([1_000 + 600_000, 999])(
  'a submission whose captcha result has expired comes back for the form alone (at %d)',
  (nowMs) => {
    vi.stubGlobal('sessionStorage', storage());
    rememberSubmission(submission, 1_000);
    expect(recallSubmission(nowMs)).toEqual({ submission, isPending: false });
  },
);

test('a refused submission comes back for the form alone', () => {
  vi.stubGlobal('sessionStorage', storage());
  rememberSubmission(submission, 1_000);
  rememberRefused(submission);
  expect(recallSubmission(1_001)).toEqual({ submission, isPending: false });
});

test.each(['null', '{}', '{"id":"x","body":5}', '{"id":"x","body":"[]"}', 'geen JSON'])(
  'ignores what is not ours in the storage: %j',
  (text) => {
    const tab = storage();
    vi.stubGlobal('sessionStorage', tab);
    tab.setItem('pending-enquiry', text);
    expect(recallSubmission(1_000)).toBeUndefined();
  },
);

test('a browser that keeps no storage sends all the same', () => {
  vi.stubGlobal('sessionStorage', undefined);
  rememberSubmission(submission, 1_000);
  rememberRefused(submission);
  forgetSubmission();
  expect(recallSubmission(1_000)).toBeUndefined();
});
