import { describe, expect, it } from 'vitest';
import type { ContentFile } from '../../api.ts';
import { type Value, withValue } from '../../values.ts';
import {
  act,
  EMPTY_STATE,
  load,
  receive,
  redo,
  type State,
  settle,
  takeUp,
  undo,
  unsentPaths,
} from './state.ts';

const FILE = 'pages/home.yaml';
const PAGE = {
  title: 'Home',
  sections: [
    { kind: 'text', heading: 'Een' },
    { kind: 'quote', text: 'Twee' },
  ],
};

const saved = (value: Value | undefined, hash = '1'): ContentFile => ({
  path: FILE,
  hash,
  value: value as Value,
});
const start = (value: Value = PAGE): State =>
  load(EMPTY_STATE, { files: [saved(value)], broken: [], findings: [] });
const shownIn = (state: State) => state.files[FILE];
/** What would be sent. */
const pendingOf = (state: State) => unsentPaths(state).map((path) => state.files[path]);
const change = (state: State, path: (string | number)[], value: Value | undefined) =>
  act(state, { [FILE]: withValue(shownIn(state), path, value) });
/** The server has written all, or what it made of it. */
const write = (state: State, value = shownIn(state)) => {
  const answer = {
    file: value === undefined ? null : saved(value, '2'),
    refusals: [],
    findings: [],
  };
  return settle(state, FILE, shownIn(state), answer);
};

describe('undo', () => {
  it('reverts a change that was saved', () => {
    const typed = change(start(), ['sections', 0, 'heading'], 'Nieuw');
    const back = undo(write(typed));
    expect(shownIn(back)).toEqual(PAGE);
    expect(pendingOf(back)).toEqual([PAGE]);
    expect(shownIn(redo(back))).toEqual(shownIn(typed));
  });

  it('reverts the typing since the last pause', () => {
    let state = start();
    for (const [at, title] of ['E', 'Ee', 'Een'].entries()) {
      state = act(state, { [FILE]: { ...PAGE, title } }, { place: 'title', atMs: at * 50 });
    }
    const later = act(
      state,
      { [FILE]: { ...PAGE, title: 'Een w' } },
      { place: 'title', atMs: 2e3 },
    );
    expect(shownIn(undo(later))).toMatchObject({ title: 'Een' });
    expect(shownIn(undo(undo(later)))).toEqual(PAGE);
  });

  it('reverts one action on two files', () => {
    const both = act(start(), { [FILE]: undefined, 'pages/info.yaml': { title: 'Info' } });
    expect(undo(both).files).toEqual({ [FILE]: PAGE });
  });

  it('restores a section at its place and a deleted page', () => {
    const removed = change(start(), ['sections', 0], undefined);
    expect(pendingOf(removed)).toEqual([{ ...PAGE, sections: PAGE.sections.slice(1) }]);
    expect(shownIn(undo(removed))).toEqual(PAGE);
    const gone = act(start(), { [FILE]: undefined });
    expect(pendingOf(undo(gone))).toEqual([]);
    expect(pendingOf(undo(write(gone)))).toEqual([PAGE]);
  });

  it('keeps the last fifty actions', () => {
    let state = start();
    for (let n = 0; n < 60; n++) state = change(state, ['title'], `T${n}`);
    for (let n = 0; n < 60; n++) state = undo(state);
    expect(shownIn(state)).toMatchObject({ title: 'T9' });
  });
});

describe('a value that the server refuses', () => {
  it('stays in the app, is not sent again and blocks no other change', () => {
    const bad = change(start(), ['sections', 0, 'heading'], '');
    const state = change(bad, ['title'], 'Huis');
    const settled = write(state, { ...PAGE, title: 'Huis' });
    expect(shownIn(settled)).toEqual(shownIn(state));
    expect(pendingOf(settled)).toEqual([]);
    const other = change(settled, ['title'], 'Thuis');
    expect(pendingOf(other)).toEqual([shownIn(other)]);
    const fixed = change(settled, ['sections', 0, 'heading'], 'Goed');
    expect(pendingOf(fixed)).toEqual([shownIn(fixed)]);
  });
});

describe('two devices on one page', () => {
  const receiveOther = (state: State, value: Value) => receive(state, FILE, saved(value, '9'));

  it('merge both changes, also when one added a section', () => {
    const mine = change(start(), ['sections', 1, 'text'], 'Mijn tekst');
    const added = { kind: 'text', heading: 'Nul' };
    const merged = receiveOther(mine, { title: 'Thuis', sections: [added, ...PAGE.sections] });
    expect(shownIn(merged)).toEqual({
      title: 'Thuis',
      sections: [added, PAGE.sections[0], { kind: 'quote', text: 'Mijn tekst' }],
    });
    expect(merged.conflicts).toEqual([]);
    expect(pendingOf(merged)).toEqual([shownIn(merged)]);
  });

  it('conflict only where both changed the same text', () => {
    const heading = change(start(), ['sections', 0, 'heading'], 'Mijn kop');
    const mine = change(heading, ['sections', 1, 'text'], 'Mijn citaat');
    const sections = [{ kind: 'text', heading: 'Hun kop' }, PAGE.sections[1]] as Value[];
    const merged = receiveOther(mine, { ...PAGE, sections });
    expect(merged.conflicts).toEqual([
      { file: FILE, path: ['sections', 0, 'heading'], mine: 'Mijn kop', theirs: 'Hun kop' },
    ]);
    expect(shownIn(merged)).toMatchObject({
      sections: [{ heading: 'Hun kop' }, { text: 'Mijn citaat' }],
    });
  });

  it('keep a section that one removed and the other changed', () => {
    const mine = change(start(), ['sections', 0], undefined);
    const sections = [{ kind: 'text', heading: 'Hun kop' }, PAGE.sections[1]] as Value[];
    const merged = receiveOther(mine, { ...PAGE, sections });
    expect(shownIn(merged)).toEqual({ ...PAGE, sections });
    expect(merged.conflicts).toHaveLength(1);
  });

  it('restore a page that one changed and the other deleted', () => {
    const merged = receive(change(start(), ['title'], 'Blijft'), FILE, null);
    expect(pendingOf(merged)).toEqual([{ ...PAGE, title: 'Blijft' }]);
  });
});

it('unsaved changes of a closed tab are merged into the saved content', () => {
  const unsaved = { path: FILE, saved: saved(PAGE), value: { ...PAGE, title: 'Van gisteren' } };
  const now = { ...PAGE, sections: [PAGE.sections[1]] } as Value;
  const state = load(EMPTY_STATE, { files: [saved(now, '7')], broken: [], findings: [] });
  expect(shownIn(takeUp(state, unsaved))).toEqual({ ...(now as object), title: 'Van gisteren' });
});
