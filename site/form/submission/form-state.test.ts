import { describe, expect, test } from 'vitest';
import readme from '../README.md?raw';
import { type FormEvent, type FormState, transition } from './form-state.ts';

const submission = { id: 'this', body: '{}' };

const STATES: Record<string, FormState> = {
  inactive: { kind: 'inactive' },
  pending: { kind: 'pending', submission },
  success: { kind: 'success' },
  error: { kind: 'error', submission },
};

const EVENTS: Record<string, FormEvent> = {
  submitted: { kind: 'submitted', submission: { id: 'next', body: '{"n":2}' } },
  accepted: { kind: 'accepted', submissionId: 'this' },
  refused: { kind: 'refused', submissionId: 'this' },
  'accepted, another submission': { kind: 'accepted', submissionId: 'another' },
  'refused, another submission': { kind: 'refused', submissionId: 'another' },
  again: { kind: 'again' },
  retry: { kind: 'retry' },
  cancelled: { kind: 'cancelled' },
};

/** event -> state -> next state, as README.md says; '—' stays. */
function readTable(): Map<string, Map<string, string>> {
  const rows = readme
    .split("## The form's states")[1]
    ?.split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('|') && !/^[\s|:-]+$/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const [header = [], ...body] = rows ?? [];
  return new Map(
    body.map(([event = '', ...cells]) => [
      /\*\*(.+)\*\*/.exec(event)?.[1] ?? '',
      new Map(cells.map((cell, index) => [header[index + 1] ?? '', cell])),
    ]),
  );
}

const table = readTable();

test('the table names every state and every event, and no other', () => {
  expect([...table.keys()]).toEqual(Object.keys(EVENTS));
  for (const row of table.values()) expect([...row.keys()]).toEqual(Object.keys(STATES));
});

describe.each(Object.entries(EVENTS))('%s', (eventName, event) => {
  test.each(Object.entries(STATES))('when %s', (stateName, state) => {
    const next = transition(state, event);
    const expected = table.get(eventName)?.get(stateName);
    if (expected === '—') expect(next).toBe(state);
    else expect(next.kind).toBe(expected);
  });
});

test('a new submission is the one that is pending', () => {
  const next = { id: 'next', body: '{"n":2}' };
  expect(transition({ kind: 'inactive' }, { kind: 'submitted', submission: next })).toEqual({
    kind: 'pending',
    submission: next,
  });
});

test('the error keeps what was submitted, to be mailed by hand', () => {
  const pending: FormState = { kind: 'pending', submission };
  expect(transition(pending, { kind: 'refused', submissionId: 'this' })).toEqual({
    kind: 'error',
    submission,
  });
});
