import { describe, expect, it } from 'vitest';
import type { ContentFile } from '../../api.ts';
import type { Operation, Value } from '../../operations.ts';
import {
  act,
  type ContentState,
  EMPTY_STATE,
  isUnsent,
  load,
  receive,
  redo,
  settle,
  takeUp,
  undo,
} from './state.ts';

const FILE = 'pages/home.yaml';
const PAGE = {
  title: 'Home',
  sections: [
    { kind: 'text', heading: 'Een' },
    { kind: 'quote', text: 'Twee' },
  ],
};

const saved = (value: Value, hash = '1', path = FILE): ContentFile => ({
  path,
  hash,
  value,
});
const start = (value: Value = PAGE): ContentState =>
  load(EMPTY_STATE, { files: [saved(value)], broken: [], findings: [] });
const change = (state: ContentState, ...operations: Operation[]) =>
  act(
    state,
    operations.map((operation) => ({ file: FILE, operation })),
  );
const set = (path: (string | number)[], value: Value): Operation => ({ kind: 'set', path, value });
const shownIn = (state: ContentState) => state.files[FILE]?.value;
const pendingOf = (state: ContentState) => state.files[FILE]?.pending;
const answer = (file: ContentFile | null, refused: Operation[] = []) => ({
  file,
  refused,
  refusals: [],
  findings: [],
});

describe('undo', () => {
  it('takes back what was written already', () => {
    const typed = change(start(), set(['sections', 0, 'heading'], 'Nieuw'));
    const written = settle(typed, FILE, 1, answer(saved(shownIn(typed) as Value, '2')));
    const back = undo(written);
    expect(shownIn(back)).toEqual(PAGE);
    expect(pendingOf(back)).toEqual([set(['sections', 0, 'heading'], 'Een')]);
    expect(shownIn(redo(back))).toEqual(shownIn(typed));
  });

  it('takes back a word at a time', () => {
    let state = start();
    for (const [at, text] of ['E', 'Ee', 'Een', 'Een ', 'Een w', 'Een wo'].entries()) {
      const operation = set(['title'], text);
      state = act(state, [{ file: FILE, operation }], at * 50);
    }
    expect(shownIn(undo(state))).toMatchObject({ title: 'Een ' });
    expect(shownIn(undo(undo(state)))).toEqual(PAGE);
    // And the letters travel as one.
    expect(pendingOf(state)).toEqual([set(['title'], 'Een wo')]);
  });

  it('brings back a section at its place, and a page that was deleted', () => {
    const removed = change(start(), { kind: 'remove', path: ['sections', 0] });
    expect(shownIn(undo(removed))).toEqual(PAGE);
    const gone = change(start(), { kind: 'remove', path: [] });
    expect(shownIn(gone)).toBeUndefined();
    expect(pendingOf(undo(gone))).toEqual([]);
    const written = settle(gone, FILE, 1, answer(null));
    expect(pendingOf(undo(written))).toEqual([set([], PAGE)]);
  });

  it('keeps the last fifty acts', () => {
    let state = start();
    for (let n = 0; n < 60; n++) state = change(state, set(['title'], `T${n}`));
    for (let n = 0; n < 60; n++) state = undo(state);
    expect(shownIn(state)).toMatchObject({ title: 'T9' });
  });
});

describe('what the server refuses', () => {
  it('stays here, is not sent again by itself, and holds back nothing', () => {
    const bad = set(['sections', 0, 'heading'], '');
    const state = change(start(), bad, set(['title'], 'Huis'));
    const now = saved({ ...PAGE, title: 'Huis' }, '2');
    const settled = settle(state, FILE, 2, answer(now, [bad]));
    expect(shownIn(settled)).toEqual(shownIn(state));
    expect(isUnsent(settled.files[FILE] as never)).toBe(false);
    const mended = change(settled, set(['sections', 0, 'heading'], 'Goed'));
    expect(pendingOf(mended)).toEqual([set(['sections', 0, 'heading'], 'Goed')]);
    expect(isUnsent(mended.files[FILE] as never)).toBe(true);
  });

  it('keeps what is typed while an answer is on its way', () => {
    const first = change(start(), set(['title'], 'A'));
    const sending = { ...first, files: { [FILE]: { ...first.files[FILE], sent: 1 } } };
    const typed = change(sending as ContentState, set(['title'], 'AB'));
    const settled = settle(typed, FILE, 1, answer(saved({ ...PAGE, title: 'A' }, '2')));
    expect(shownIn(settled)).toMatchObject({ title: 'AB' });
    expect(pendingOf(settled)).toEqual([set(['title'], 'AB')]);
  });
});

describe('two devices on one page', () => {
  const other = (value: Value) => saved(value, '9');

  it('keeps what both did, also when one moved the sections', () => {
    const mine = change(start(), set(['sections', 1, 'text'], 'Mijn woorden'));
    const theirs = {
      title: 'Thuis',
      sections: [{ kind: 'text', heading: 'Nul' }, ...PAGE.sections],
    };
    const merged = receive(mine, FILE, other(theirs));
    expect(shownIn(merged)).toEqual({
      title: 'Thuis',
      sections: [
        { kind: 'text', heading: 'Nul' },
        { kind: 'text', heading: 'Een' },
        { kind: 'quote', text: 'Mijn woorden' },
      ],
    });
    expect(merged.conflicts).toEqual([]);
    expect(shownIn(undo(merged))).toEqual(theirs);
  });

  it('shows both texts only where both changed the same', () => {
    const mine = change(
      start(),
      set(['sections', 0, 'heading'], 'Mijn kop'),
      set(['sections', 1, 'text'], 'Mijn citaat'),
    );
    const theirs = { ...PAGE, sections: [{ kind: 'text', heading: 'Hun kop' }, PAGE.sections[1]] };
    const merged = receive(mine, FILE, other(theirs as Value));
    expect(merged.conflicts).toEqual([
      { file: FILE, path: ['sections', 0, 'heading'], mine: 'Mijn kop', theirs: 'Hun kop' },
    ]);
    expect(shownIn(merged)).toMatchObject({
      sections: [{ heading: 'Hun kop' }, { text: 'Mijn citaat' }],
    });
  });

  it('does not take away what the other changed meanwhile', () => {
    const mine = change(start(), { kind: 'remove', path: ['sections', 0] });
    const theirs = { ...PAGE, sections: [{ kind: 'text', heading: 'Hun kop' }, PAGE.sections[1]] };
    const merged = receive(mine, FILE, other(theirs as Value));
    expect(shownIn(merged)).toEqual(theirs);
    expect(merged.conflicts).toHaveLength(1);
  });

  it('writes again a page that the other deleted', () => {
    const mine = change(start(), set(['title'], 'Blijft'));
    const merged = receive(mine, FILE, null);
    expect(pendingOf(merged)).toEqual([set([], { ...PAGE, title: 'Blijft' })]);
  });
});

describe('work of a closed tab', () => {
  const kept = { path: FILE, saved: saved(PAGE), pending: [set(['title'], 'Van gisteren')] };

  it('is there again', () => {
    expect(shownIn(takeUp(start(), kept))).toMatchObject({ title: 'Van gisteren' });
  });

  it('goes on top of what was saved since', () => {
    const now = { ...PAGE, sections: [PAGE.sections[1]] } as Value;
    const state = load(EMPTY_STATE, { files: [saved(now, '7')], broken: [], findings: [] });
    expect(shownIn(takeUp(state, kept))).toEqual({ ...(now as object), title: 'Van gisteren' });
  });
});
