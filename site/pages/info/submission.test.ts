import { afterEach, expect, test, vi } from 'vitest';
import { SUBMISSION_ID_PATTERN } from '../../../enquiry/replies.ts';
import { forgetPending, newSubmissionId, recallPending, rememberPending } from './submission.ts';

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

test.each([
  ['over https', crypto],
  ['over plain http, where randomUUID is missing', withoutRandomUuid()],
])('a submission id is a random UUID %s', (_where, source) => {
  const ids = Array.from({ length: 200 }, () => newSubmissionId(source as Crypto));
  expect(new Set(ids).size).toBe(200);
  for (const id of ids) {
    expect(id).toMatch(SUBMISSION_ID_PATTERN);
    expect(id[14]).toBe('4');
    expect('89ab').toContain(id[19]);
  }
});

function withoutRandomUuid() {
  return { getRandomValues: crypto.getRandomValues.bind(crypto) };
}

test('a submission cut off by a reload comes back byte for byte', () => {
  vi.stubGlobal('sessionStorage', storage());
  rememberPending(submission, 1_000);
  expect(recallPending(2_000)).toEqual(submission);
});

test('nothing is kept once the answer is known', () => {
  const tab = storage();
  vi.stubGlobal('sessionStorage', tab);
  rememberPending(submission, 1_000);
  forgetPending();
  expect(recallPending(2_000)).toBeUndefined();
  expect(tab.items.size).toBe(0);
});

test('a submission whose captcha result has expired does not come back', () => {
  vi.stubGlobal('sessionStorage', storage());
  rememberPending(submission, 1_000);
  expect(recallPending(1_000 + 600_000)).toBeUndefined();
  expect(recallPending(999)).toBeUndefined();
});

test.each(['', 'null', '5', '{}', '{"id":5,"body":"{}"}', '{"id":"x","body":"{}"}', 'geen JSON'])(
  'ignores what is not ours in the storage: %j',
  (text) => {
    const tab = storage();
    vi.stubGlobal('sessionStorage', tab);
    tab.setItem('pending-enquiry', text);
    expect(recallPending(1_000)).toBeUndefined();
  },
);

test('a browser that keeps no storage sends all the same', () => {
  vi.stubGlobal('sessionStorage', undefined);
  rememberPending(submission, 1_000);
  forgetPending();
  expect(recallPending(1_000)).toBeUndefined();
});
