import { describe, expect, it } from 'vitest';
import type { FieldPath } from '../../../site/content-walk.ts';
import type { ContentFile } from '../../api.ts';
import { apply, type Operation, setOperation } from '../../operations.ts';
import type { MaybeValue, Value } from '../../values.ts';
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
/** What the server would make of what is sent to it. */
const sentIn = (state: State) =>
  unsentPaths(state).map((path) => {
    const { value } = state.saved[path] ?? {};
    return state.unsaved[path]?.reduce<MaybeValue>(apply, value);
  });
const change = (state: State, path: FieldPath, value: Value | undefined) =>
  act(state, { [FILE]: [setOperation(shownIn(state), path, value)] });
const set = (path: FieldPath, value: Value): Operation => ({ type: 'set', path, value });
/** The server has written what waited, but for what it refused. */
const write = (state: State, value = shownIn(state), refused: Operation[] = []) => {
  const file = value === undefined ? null : saved(value, '2');
  const answer = { file, refused, refusals: [], findings: [] };
  return settle(state, FILE, state.unsaved[FILE] ?? [], answer);
};

describe('undo', () => {
  it('reverts a change that was saved', () => {
    const typed = change(start(), ['sections', 0, 'heading'], 'Nieuw');
    const back = undo(write(typed));
    expect(shownIn(back)).toEqual(PAGE);
    expect(sentIn(back)).toEqual([PAGE]);
    expect(shownIn(redo(back))).toEqual(shownIn(typed));
  });

  it('reverts the typing since the last pause', () => {
    let state = start();
    for (const [at, title] of ['E', 'Ee', 'Een'].entries()) {
      const typing = { place: 'title', atMs: at * 50 };
      state = act(state, { [FILE]: [set(['title'], title)] }, typing);
    }
    const typing = { place: 'title', atMs: 2e3 };
    const later = act(state, { [FILE]: [set(['title'], 'Een w')] }, typing);
    expect(shownIn(undo(later))).toMatchObject({ title: 'Een' });
    expect(shownIn(undo(undo(later)))).toEqual(PAGE);
  });

  it('reverts one action on two files', () => {
    const info = [set([], { title: 'Info' })];
    const both = act(start(), { [FILE]: [{ type: 'remove', path: [] }], 'pages/info.yaml': info });
    expect(Object.keys(both.files)).toEqual(['pages/info.yaml']);
    expect(undo(both).files).toEqual({ [FILE]: PAGE });
  });

  it('restores a section at its place and a deleted page', () => {
    const removed = change(start(), ['sections', 0], undefined);
    expect(sentIn(removed)).toEqual([{ ...PAGE, sections: PAGE.sections.slice(1) }]);
    expect(shownIn(undo(removed))).toEqual(PAGE);
    const gone = change(start(), [], undefined);
    expect(shownIn(gone)).toBeUndefined();
    expect(sentIn(undo(gone))).toEqual([PAGE]);
    expect(sentIn(undo(write(gone)))).toEqual([PAGE]);
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
    const refused = set(['sections', 0, 'heading'], '');
    const settled = write(state, { ...PAGE, title: 'Huis' }, [refused]);
    expect(shownIn(settled)).toEqual(shownIn(state));
    expect(sentIn(settled)).toEqual([]);
    const other = change(settled, ['title'], 'Thuis');
    expect(sentIn(other)).toEqual([shownIn(other)]);
    const fixed = change(settled, ['sections', 0, 'heading'], 'Goed');
    expect(sentIn(fixed)).toEqual([shownIn(fixed)]);
  });
});

describe('two devices on one page', () => {
  const receiveOther = (state: State, value: Value) => receive(state, FILE, saved(value, '9'));

  it('merge both changes, also when both added or moved a section', () => {
    const [mine, theirs] = ['Nul', 'Vier'].map((heading) => ({ kind: 'text', heading }));
    const changed = act(change(start(), ['sections', 1, 'text'], 'Mijn tekst'), {
      [FILE]: [
        { type: 'insert', path: ['sections', 2], value: mine as Value },
        { type: 'move', path: ['sections', 0], to: 2 },
      ],
    });
    const sections = [theirs, ...PAGE.sections] as Value[];
    const merged = receiveOther(changed, { title: 'Thuis', sections });
    expect(shownIn(merged)).toEqual({
      title: 'Thuis',
      sections: [theirs, { kind: 'quote', text: 'Mijn tekst' }, PAGE.sections[0], mine],
    });
    expect(merged.conflicts).toEqual([]);
    expect(sentIn(merged)).toEqual([shownIn(merged)]);
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

  it('take back nothing that the other did', () => {
    const mine = change(start(), ['sections', 0, 'heading'], 'Mijn kop');
    const added = { kind: 'text', heading: 'Hun kop' };
    const merged = receiveOther(mine, { ...PAGE, sections: [added, ...PAGE.sections] as Value[] });
    expect(undo(merged)).toBe(merged);
  });

  it('keep what one wrote on a page that the other deleted', () => {
    const merged = receive(change(start(), ['title'], 'Blijft'), FILE, null);
    expect(merged.conflicts).toEqual([
      { file: FILE, path: [], mine: { ...PAGE, title: 'Blijft' }, theirs: undefined },
    ]);
  });
});

it('unsaved changes of a closed tab are merged into the saved content', () => {
  const operations = [set(['title'], 'Van gisteren')];
  const unsaved = { path: FILE, saved: saved(PAGE), operations };
  const now = { ...PAGE, sections: [PAGE.sections[1]] } as Value;
  const state = load(EMPTY_STATE, { files: [saved(now, '7')], broken: [], findings: [] });
  expect(shownIn(takeUp(state, unsaved))).toEqual({ ...(now as object), title: 'Van gisteren' });
});
