import { describe, expect, test } from 'vitest';
import type { FieldPath } from '../../../site/schema/content-walk.ts';
import type { ContentFile } from '../../shared/api.ts';
import { applyOperation, type Operation, setOperation } from '../../shared/operations.ts';
import type { MaybeValue, Value } from '../../shared/values.ts';
import {
  type DraftState,
  EMPTY_STATE,
  edit,
  load,
  markSent,
  recover,
  redo,
  requestOf,
  settle,
  undo,
  unsavedFilesOf,
} from './state.ts';

const FILE = 'pages/home.yaml';
const PAGE = {
  title: 'Home',
  sections: [
    { kind: 'text', heading: 'Een' },
    { kind: 'quote', text: 'Twee' },
  ],
};
const STANDING = { findings: [], changes: { since: null, changes: [] as never[] } };

const saved = (value: Value | undefined, hash = '1'): ContentFile => ({
  path: FILE,
  hash,
  value: value as Value,
});
const loadInto = (state: DraftState, file: ContentFile | null) =>
  load(state, { files: file ? [file] : [], broken: [], ...STANDING });
const start = (value: Value = PAGE): DraftState => loadInto(EMPTY_STATE, saved(value));
const shownIn = (state: DraftState) => state.files[FILE]?.value;
let ids = 0;
const sendAll = (state: DraftState) => markSent(state, () => `id ${++ids}`);
/** The files as the server would write them. */
const writtenBy = (state: DraftState) => {
  const [request] = requestOf(state);
  const { value } = state.files[FILE]?.saved ?? {};
  return request?.operations.reduce<MaybeValue>(applyOperation, value);
};
const change = (state: DraftState, path: FieldPath, value: Value | undefined) =>
  edit(state, { [FILE]: [setOperation(shownIn(state), path, value)] });
const type = (state: DraftState, path: FieldPath, text: string, atMs = 0) =>
  edit(
    state,
    { [FILE]: [setOperation(shownIn(state), path, text)] },
    { fieldKey: path.join('.'), atMs },
  );
const set = (path: FieldPath, value: Value): Operation => ({ type: 'set', path, value });
/** Sends what waits, and lets the server write it. */
const write = (state: DraftState) => {
  const sent = sendAll(state);
  const value = writtenBy(sent);
  const file = value === undefined ? null : saved(value, '2');
  return settle(sent, { files: [{ path: FILE, state: 'saved', file }], ...STANDING });
};
const undone = (state: DraftState, field?: string) => undo(state, field)?.next ?? state;

describe('undo', () => {
  test('undo takes back a change that was saved', () => {
    const typed = change(start(), ['sections', 0, 'heading'], 'Nieuw');
    const back = undone(write(typed));
    expect(shownIn(back)).toEqual(PAGE);
    expect(writtenBy(sendAll(back))).toEqual(PAGE);
    expect(shownIn(redo(back)?.next as DraftState)).toEqual(shownIn(typed));
  });

  test('undo takes back the typing since the last pause', () => {
    let state = start();
    for (const [at, title] of ['E', 'Ee', 'Een'].entries()) {
      state = type(state, ['title'], title, at * 50);
    }
    const later = type(state, ['title'], 'Een w', 2e3);
    expect(shownIn(undone(later))).toMatchObject({ title: 'Een' });
    expect(shownIn(undone(undone(later)))).toEqual(PAGE);
  });

  test('undo undoes an edit of two files at once', () => {
    const info = [set([], { title: 'Info' })];
    const both = edit(start(), { [FILE]: [{ type: 'remove', path: [] }], 'pages/info.yaml': info });
    const values = (state: DraftState) =>
      Object.entries(state.files).flatMap(([path, { value }]) => (value ? [[path, value]] : []));
    expect(values(both)).toEqual([['pages/info.yaml', { title: 'Info' }]]);
    expect(values(undone(both))).toEqual([[FILE, PAGE]]);
  });

  test('undo brings back a section at its place, and a page that was removed', () => {
    const removed = change(start(), ['sections', 0], undefined);
    expect(writtenBy(sendAll(removed))).toEqual({ ...PAGE, sections: PAGE.sections.slice(1) });
    expect(shownIn(undone(removed))).toEqual(PAGE);
    const gone = change(start(), [], undefined);
    expect(shownIn(gone)).toBeUndefined();
    expect(writtenBy(sendAll(undone(gone)))).toEqual(PAGE);
    expect(writtenBy(sendAll(undone(write(gone))))).toEqual(PAGE);
  });

  test('undo reaches the last fifty edits', () => {
    let state = start();
    for (let n = 0; n < 60; n++) state = change(state, ['title'], `T${n}`);
    for (let n = 0; n < 60; n++) state = undone(state);
    expect(shownIn(state)).toMatchObject({ title: 'T9' });
  });

  test('undo in a text takes back what was typed there, and leaves what was typed after elsewhere', () => {
    const first = type(start(), ['title'], 'Thuis', 0);
    const second = type(first, ['sections', 1, 'text'], 'Drie', 3e3);
    const back = undone(second, 'title');
    expect(shownIn(back)).toMatchObject({ title: 'Home', sections: [{}, { text: 'Drie' }] });
    expect(undo(back, 'title')).toBeUndefined();
    expect(shownIn(undone(back))).toEqual(PAGE);
  });

  test('undo in a text does nothing after a list around it has moved', () => {
    const typed = type(start(), ['sections', 1, 'text'], 'Drie', 0);
    const move: Operation = { type: 'move', path: ['sections', 1], to: 0 };
    const moved = edit(typed, { [FILE]: [move] });
    expect(undo(moved, 'sections.1.text')).toBeUndefined();
    expect(shownIn(undone(undone(moved)))).toEqual(PAGE);
  });
});

describe('a save', () => {
  test('a save is sent again as it was, with the same id, and then what was typed since', () => {
    const first = sendAll(change(start(), ['title'], 'Een'));
    const typed = change(first, ['title'], 'Twee');
    expect(requestOf(sendAll(typed))).toEqual(requestOf(first));
    expect(shownIn(typed)).toMatchObject({ title: 'Twee' });
    const file = saved({ ...PAGE, title: 'Een' }, '2');
    const settled = settle(typed, { files: [{ path: FILE, state: 'saved', file }], ...STANDING });
    const [second] = requestOf(sendAll(settled));
    expect(second).toMatchObject({ hash: '2', operations: [set(['title'], 'Twee')] });
    expect(second?.id).not.toBe(requestOf(first)[0]?.id);
  });

  test('a save that the server cannot write now is kept and sent again', () => {
    const sent = sendAll(change(start(), ['title'], 'Een'));
    const later = { path: FILE, state: 'later', message: 'vol' } as const;
    const state = settle(sent, { files: [later], ...STANDING });
    expect(requestOf(sendAll(state))).toEqual(requestOf(sent));
  });

  test('a save is not applied to a file that may contain it', () => {
    const section = { kind: 'text', heading: 'Nul' };
    const insert: Operation = { type: 'insert', path: ['sections', 0], value: section };
    const sent = sendAll(edit(start(), { [FILE]: [insert] }));
    const written = saved({ ...PAGE, sections: [section, ...PAGE.sections] }, '2');
    const read = loadInto(sent, written);
    expect(shownIn(read)).toEqual(written.value);
    const result = { path: FILE, state: 'saved', file: written } as const;
    const settled = settle(read, { files: [result], ...STANDING });
    expect(shownIn(settled)).toEqual(written.value);
    expect(requestOf(sendAll(settled))).toEqual([]);
  });

  test('a save that lost its response before another device changed the file is there once', () => {
    const section = { kind: 'text', heading: 'Nul' };
    const insert: Operation = { type: 'insert', path: ['sections', 0], value: section };
    const sent = sendAll(edit(start(), { [FILE]: [insert] }));
    const typed = change(sent, ['sections', 0, 'heading'], 'Eerst');
    const theirs = saved({ title: 'Hun titel', sections: [section, ...PAGE.sections] }, '3');
    const settled = settle(typed, {
      files: [{ path: FILE, state: 'saved', file: theirs }],
      ...STANDING,
    });
    expect(shownIn(settled)).toEqual({
      title: 'Hun titel',
      sections: [{ kind: 'text', heading: 'Eerst' }, ...PAGE.sections],
    });
  });
});

describe('two devices on one page', () => {
  const receiveOther = (state: DraftState, value: Value | null) =>
    loadInto(state, value === null ? null : saved(value, '9'));

  test('changes of two devices are merged, also when both added or moved a section', () => {
    const [mine, theirs] = ['Nul', 'Vier'].map((heading) => ({ kind: 'text', heading }));
    const changed = edit(change(start(), ['sections', 1, 'text'], 'Mijn tekst'), {
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
    expect(writtenBy(sendAll(merged))).toEqual(shownIn(merged));
  });

  /** Resolves every conflict by 'Neem dit', and returns the file. */
  const takeMine = (state: DraftState) => {
    let next = state;
    while (next.conflicts[0]) {
      const [{ file, operations }, ...conflicts] = next.conflicts;
      next = edit({ ...next, conflicts }, { [file]: operations });
    }
    return shownIn(next);
  };

  test('two devices conflict only where both changed the same text', () => {
    const heading = change(start(), ['sections', 0, 'heading'], 'Mijn kop');
    const mine = change(heading, ['sections', 1, 'text'], 'Mijn citaat');
    const sections = [{ kind: 'text', heading: 'Hun kop' }, PAGE.sections[1]] as Value[];
    const merged = receiveOther(mine, { ...PAGE, sections });
    expect(merged.conflicts).toMatchObject([{ file: FILE, mine: 'Mijn kop', theirs: 'Hun kop' }]);
    expect(shownIn(merged)).toMatchObject({
      sections: [{ heading: 'Hun kop' }, { text: 'Mijn citaat' }],
    });
    expect(takeMine(merged)).toMatchObject({ sections: [{ heading: 'Mijn kop' }, {}] });
  });

  test('a section that one device removed and the other changed is kept, and what changed is shown', () => {
    const long = { kind: 'text', heading: 'Een', lead: 'Een lange inleiding.' };
    const page = { ...PAGE, sections: [long, ...PAGE.sections.slice(1)] };
    const mine = change(start(page), ['sections', 0], undefined);
    const sections = [{ ...long, heading: 'Hun kop' }, PAGE.sections[1]] as Value[];
    const merged = receiveOther(mine, { ...PAGE, sections });
    expect(shownIn(merged)).toEqual({ ...PAGE, sections });
    expect(merged.conflicts).toMatchObject([{ mine: '', theirs: 'Hun kop' }]);
    expect(takeMine(merged)).toMatchObject({ sections: [PAGE.sections[1]] });
  });

  test('of a section that the other device removed, only the text that was typed in it is shown', () => {
    const mine = change(start(), ['sections', 0, 'heading'], 'Mijn kop');
    const merged = receiveOther(mine, { ...PAGE, sections: [PAGE.sections[1]] as Value[] });
    expect(merged.conflicts).toMatchObject([{ mine: 'Mijn kop', theirs: '' }]);
    expect(takeMine(merged)).toEqual({
      ...PAGE,
      sections: [{ kind: 'text', heading: 'Mijn kop' }, PAGE.sections[1]],
    });
  });

  test('two conflicts can be resolved, also when resolving the first moves the second', () => {
    const first = change(start(), ['sections', 0, 'heading'], 'Mijn kop');
    const mine = change(first, ['sections', 1, 'text'], 'Mijn citaat');
    const sections = [{ kind: 'quote', text: 'Hun citaat' }] as Value[];
    const merged = receiveOther(mine, { ...PAGE, sections });
    expect(merged.conflicts).toHaveLength(2);
    expect(takeMine(merged)).toMatchObject({
      sections: [{ heading: 'Mijn kop' }, { text: 'Mijn citaat' }],
    });
  });

  test('undo takes back nothing that another device did', () => {
    const mine = change(start(), ['sections', 0, 'heading'], 'Mijn kop');
    const added = { kind: 'text', heading: 'Hun kop' };
    const merged = receiveOther(mine, { ...PAGE, sections: [added, ...PAGE.sections] as Value[] });
    expect(undo(merged)).toBeUndefined();
  });

  test('a text that changes elsewhere again while the conflict is open can still be replaced', () => {
    const withHeading = (heading: string) => {
      return { ...PAGE, sections: [{ kind: 'text', heading }, PAGE.sections[1]] as Value[] };
    };
    const mine = change(start(), ['sections', 0, 'heading'], 'Mijn kop');
    const first = receiveOther(mine, withHeading('Hun kop'));
    const second = loadInto(first, saved(withHeading('Hun tweede kop'), '10'));
    expect(second.conflicts).toMatchObject([{ mine: 'Mijn kop', theirs: 'Hun tweede kop' }]);
    expect(takeMine(second)).toEqual(withHeading('Mijn kop'));
    const third = loadInto(first, saved(withHeading('Mijn kop'), '10'));
    expect(third.conflicts).toEqual([]);
  });

  test('a section that changes elsewhere again while its removal conflicts is shown in full', () => {
    const long = { kind: 'text', heading: 'Een', lead: 'Een lange inleiding.' };
    const page = { ...PAGE, sections: [long, ...PAGE.sections.slice(1)] };
    const withSection = (section: Value) => {
      return { ...PAGE, sections: [section, PAGE.sections[1]] as Value[] };
    };
    const mine = change(start(page), ['sections', 0], undefined);
    const first = receiveOther(mine, withSection({ ...long, heading: 'Hun kop' }));
    const lead = 'Hun inleiding.';
    const again = saved(withSection({ ...long, heading: 'Hun kop', lead }), '10');
    const second = loadInto(first, again);
    expect(second.conflicts).toMatchObject([{ mine: '', theirs: 'Hun kop\nHun inleiding.' }]);
    expect(takeMine(second)).toEqual({ ...PAGE, sections: [PAGE.sections[1]] });
  });

  test('a section that goes elsewhere while the conflict is open comes back with the typed text', () => {
    const mine = change(start(), ['sections', 0, 'heading'], 'Mijn kop');
    const sections = [{ kind: 'text', heading: 'Hun kop' }, PAGE.sections[1]] as Value[];
    const first = receiveOther(mine, { ...PAGE, sections });
    const second = loadInto(first, saved({ ...PAGE, sections: sections.slice(1) }, '10'));
    expect(second.conflicts).toMatchObject([{ mine: 'Mijn kop', theirs: '' }]);
    expect(takeMine(second)).toEqual({
      ...PAGE,
      sections: [{ kind: 'text', heading: 'Mijn kop' }, PAGE.sections[1]],
    });
  });

  test('a section that one device moved and the other removed is gone', () => {
    const move: Operation = { type: 'move', path: ['sections', 0], to: 1 };
    const merged = receiveOther(edit(start(), { [FILE]: [move] }), {
      ...PAGE,
      sections: [PAGE.sections[1]] as Value[],
    });
    expect(merged.conflicts).toEqual([]);
    expect(shownIn(merged)).toEqual({ ...PAGE, sections: [PAGE.sections[1]] });
  });

  test('each text that was typed on a page that the other device deleted can be restored', () => {
    const title = change(start(), ['title'], 'Blijft');
    const merged = receiveOther(change(title, ['sections', 0, 'heading'], 'Ook dit'), null);
    expect(merged.conflicts).toHaveLength(2);
    expect(takeMine(merged)).toMatchObject({
      title: 'Blijft',
      sections: [{ heading: 'Ook dit' }, {}],
    });
  });

  test('what one device wrote is kept on a page that the other deleted', () => {
    const merged = receiveOther(change(start(), ['title'], 'Blijft'), null);
    expect(merged.conflicts).toMatchObject([{ file: FILE, mine: 'Blijft', theirs: '' }]);
    expect(takeMine(merged)).toEqual({ ...PAGE, title: 'Blijft' });
  });
});

describe('unsaved work of a closed tab', () => {
  const unsavedIn = (state: DraftState) => unsavedFilesOf(JSON.parse(JSON.stringify(state)));

  test('work of a closed tab that was not sent is merged into what is saved', () => {
    const unsaved = unsavedIn(change(start(), ['title'], 'Van gisteren'));
    const current = { ...PAGE, sections: [PAGE.sections[1]] } as Value;
    const state = recover(loadInto(EMPTY_STATE, saved(current, '7')), {
      files: unsaved,
      conflicts: [],
    });
    expect(shownIn(state)).toEqual({ ...(current as object), title: 'Van gisteren' });
  });

  test('work of a closed tab that was sent is sent again as it was', () => {
    const sent = sendAll(change(start(), ['title'], 'Van gisteren'));
    const unsaved = unsavedIn(change(sent, ['sections', 1, 'text'], 'Drie'));
    const written = saved({ ...PAGE, title: 'Van gisteren' }, '2');
    const state = recover(loadInto(EMPTY_STATE, written), { files: unsaved, conflicts: [] });
    expect(requestOf(sendAll(state))).toEqual(requestOf(sent));
    expect(shownIn(state)).toMatchObject({
      title: 'Van gisteren',
      sections: [{}, { text: 'Drie' }],
    });
  });

  test('work of a closed tab waits while other work on the same file is unsaved', () => {
    const first = unsavedIn(sendAll(change(start(), ['title'], 'Een')));
    const second = unsavedIn(sendAll(change(start(), ['sections', 1, 'text'], 'Drie')));
    const state = recover(start(), { files: [...first, ...second], conflicts: [] });
    expect(unsavedFilesOf(state)).toHaveLength(2);
    const file = saved({ ...PAGE, title: 'Een' }, '2');
    const settled = settle(state, { files: [{ path: FILE, state: 'saved', file }], ...STANDING });
    expect(requestOf(sendAll(settled))).toMatchObject([{ id: second[0]?.sent?.id }]);
  });
});
