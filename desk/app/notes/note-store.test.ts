import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RefusedError } from '../../shared/api.ts';
import type { call } from '../api/call.ts';
import { createNoteStore } from './note-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A store whose saves wait until the test answers them, in the order that they were sent. */
function openStore() {
  const sent: { note: string; before: string; answer: (error?: RefusedError) => void }[] = [];
  const persisted: unknown[] = [];
  const known = new Map<string, string>();
  const fakeCall = (_route: string, { note, before }: { note: string; before: string }) =>
    new Promise((resolve, reject) => {
      const answer = (error?: RefusedError) => (error ? reject(error) : resolve({ note }));
      sent.push({ note, before, answer });
    });
  const store = createNoteStore({
    call: fakeCall as unknown as typeof call,
    persist(notes) {
      persisted.splice(0, persisted.length, ...notes);
      return true;
    },
    knownNote: (id) => known.get(id) ?? '',
    onSaved: async (id, note) => void known.set(id, note),
    refresh: () => Promise.resolve(),
  });
  const requests = () => sent.map(({ note, before }) => ({ note, before }));
  return { ...store, sent, persisted, requests };
}

/** Runs timers, and what follows them. */
const pass = (ms = 10_000) => vi.advanceTimersByTimeAsync(ms);

test('what is typed during a save replaces what that save stored', async () => {
  const { type, save, sent, requests, unsavedOf } = openStore();
  type('a', 'Belt');
  await pass();
  type('a', 'Belt terug');
  void save('a');
  await pass();
  expect(requests()).toEqual([{ note: 'Belt', before: '' }]);
  sent[0]?.answer();
  await pass();
  expect(requests()[1]).toEqual({ note: 'Belt terug', before: 'Belt' });
  sent[1]?.answer();
  await pass();
  expect(unsavedOf('a')).toBeUndefined();
});

test('what is typed after a save replaces what that save stored', async () => {
  const { type, sent, requests } = openStore();
  type('a', 'Belt');
  await pass();
  sent[0]?.answer();
  await pass();
  type('a', '');
  await pass();
  expect(requests()[1]).toEqual({ note: '', before: 'Belt' });
});

test('a note that is cleared during its save is stored empty', async () => {
  const { type, sent, requests } = openStore();
  type('a', 'Belt');
  await pass();
  type('a', '');
  sent[0]?.answer();
  await pass();
  expect(requests()[1]).toEqual({ note: '', before: 'Belt' });
});

test('a failed save is sent again, unless the enquiry is gone', async () => {
  const { type, sent, persisted, requests, unsavedOf } = openStore();
  type('a', 'Belt');
  await pass();
  sent[0]?.answer(new RefusedError(0, 'Er is geen verbinding.'));
  await pass();
  expect(persisted).toEqual([{ id: 'a', text: 'Belt', before: '' }]);
  expect(requests()[1]).toEqual(requests()[0]);
  sent[1]?.answer(new RefusedError(404, 'Die aanvraag is er niet meer.'));
  await pass();
  expect(unsavedOf('a')).toBeUndefined();
  expect(persisted).toEqual([]);
  expect(sent).toHaveLength(2);
});

test('the delay between failed saves grows to half a minute, and starts again after a save', async () => {
  const { type, sent } = openStore();
  /** Fails the last save, and returns after how many seconds the next one is sent. */
  async function secondsUntilNext(status: number): Promise<number> {
    const count = sent.length;
    sent.at(-1)?.answer(new RefusedError(status, 'Niet nu.'));
    let seconds = 0;
    for (; sent.length === count && seconds < 120; seconds += 1) await pass(1_000);
    return seconds;
  }
  type('a', 'Belt');
  await pass();
  const delays: number[] = [];
  for (const status of [0, 401, 500, 429, 0, 401]) delays.push(await secondsUntilNext(status));
  expect(delays).toEqual([2, 4, 8, 16, 30, 30]);
  sent.at(-1)?.answer();
  type('a', 'Belt terug');
  await pass();
  expect(await secondsUntilNext(0)).toBe(2);
});

test('what is typed after failed saves does not wait for the next retry', async () => {
  const { type, sent, requests } = openStore();
  type('a', 'Belt');
  await pass();
  for (let failures = 0; failures < 5; failures += 1) {
    sent.at(-1)?.answer(new RefusedError(0, 'Er is geen verbinding.'));
    await pass(failures < 4 ? 30_000 : 0);
  }
  type('a', 'Belt terug');
  await pass(1_000);
  expect(requests()[5]).toEqual({ note: 'Belt terug', before: '' });
});

test('a note that the server refuses is sent again only once its text has changed', async () => {
  const { type, save, sent, requests, persisted, unsavedOf } = openStore();
  type('a', 'Te lang');
  await pass();
  sent[0]?.answer(new RefusedError(422, 'Een notitie heeft hoogstens 5 tekens.'));
  await pass(120_000);
  void save('a');
  await pass();
  expect(unsavedOf('a')?.problem?.message).toBe('Een notitie heeft hoogstens 5 tekens.');
  expect(persisted).toEqual([{ id: 'a', text: 'Te lang', before: '' }]);
  expect(sent).toHaveLength(1);
  type('a', 'Kort');
  await pass();
  expect(requests()[1]).toEqual({ note: 'Kort', before: '' });
  sent[1]?.answer();
  await pass();
  expect(unsavedOf('a')).toBeUndefined();
});

test('what is typed while a longer text is refused is saved', async () => {
  const { type, sent, requests, unsavedOf } = openStore();
  type('a', 'Te lang');
  await pass();
  type('a', 'Kort');
  await pass();
  sent[0]?.answer(new RefusedError(422, 'Een notitie heeft hoogstens 5 tekens.'));
  await pass();
  expect(requests()[1]).toEqual({ note: 'Kort', before: '' });
  sent[1]?.answer();
  await pass();
  expect(unsavedOf('a')).toBeUndefined();
});

test('a note counts as saved only once the server has stored it', async () => {
  const { type, sent, isSaved } = openStore();
  type('a', 'Belt');
  await pass();
  sent[0]?.answer(new RefusedError(404, 'Die aanvraag is er niet meer.'));
  await pass();
  expect(isSaved('a')).toBe(false);
  type('b', 'Belt');
  await pass();
  expect(isSaved('b')).toBe(false);
  sent[1]?.answer();
  await pass();
  expect(isSaved('b')).toBe(true);
  type('b', 'Belt terug');
  expect(isSaved('b')).toBe(false);
});

test('a note that another device replaced waits for the caterer', async () => {
  const { type, save, replace, sent, requests, unsavedOf } = openStore();
  type('a', 'Belt');
  await pass();
  sent[0]?.answer(new RefusedError(409, 'Intussen staat er:'));
  await pass();
  void save('a');
  await pass();
  expect(unsavedOf('a')?.problem?.kind).toBe('conflict');
  expect(sent).toHaveLength(1);
  replace('a', 'van een gsm');
  expect(requests()[1]).toEqual({ note: 'Belt', before: 'van een gsm' });
});

test('the notes of two closed tabs on one enquiry are both saved', async () => {
  const { recover, requests } = openStore();
  recover([
    { id: 'a', text: 'Belt terug', before: '' },
    { id: 'a', text: 'Voorschot betaald', before: '' },
    { id: 'b', text: 'Feest buiten', before: 'Feest' },
  ]);
  await pass();
  expect(requests()).toEqual([
    { note: 'Belt terug\n\nVoorschot betaald', before: '' },
    { note: 'Feest buiten', before: 'Feest' },
  ]);
});
