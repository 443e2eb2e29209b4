import { expect, test } from 'vitest';
import {
  changedFiles,
  type DeskAction,
  type DeskState,
  EMPTY,
  type Files,
  getIn,
  nextState,
} from './state.ts';

const HOME = 'pages/home.yaml';

const onDisk: Files = {
  'photos/photos.yaml': { sun: { alt: 'A sun' }, hill: { alt: 'A hill' } },
  'pages/home.yaml': { title: 'Home', sections: [{ kind: 'text' }] },
};
const loaded = nextState(EMPTY, { type: 'loaded', saved: onDisk });

test('what is loaded is what is saved, and nothing of it has changed', () => {
  expect(loaded.draft).toEqual(onDisk);
  expect(changedFiles(loaded)).toEqual({});
});

/** Types a text letter by letter into the title. */
function type(state: DeskState, text: string, at: number, delay: number): DeskState {
  const path = ['title'];
  return [...text].reduce((before, letter, i) => {
    const value = String(getIn(before.draft[HOME], path)) + letter;
    return nextState(before, { type: 'changed', file: HOME, path, value, typedAt: at + i * delay });
  }, state);
}

/** The titles on the way back, the last first. */
function waysBack(state: DeskState): unknown[] {
  const title = getIn(state.draft[HOME], ['title']);
  if (state.past.length === 0) return [title];
  return [title, ...waysBack(nextState(state, { type: 'undone' }))];
}

test('what is typed is undone word by word, and what came after a pause apart', () => {
  const words = type(loaded, ' of thuis  komen', 0, 100);
  expect(waysBack(words)).toEqual([
    'Home of thuis  komen',
    'Home of thuis  ',
    'Home of ',
    'Home ',
    'Home',
  ]);
  const paused = type(type(loaded, 'stead', 0, 100), 'ing', 2000, 999);
  expect(waysBack(paused)).toEqual(['Homesteading', 'Homestead', 'Home']);
  expect(waysBack(type(loaded, 'ly', 0, 1000))).toEqual(['Homely', 'Homel', 'Home']);
});

test('a file that changes on disk takes nothing away of what was not saved, nor of the way back', () => {
  // The hill is gone, and somebody else wrote of the sun too.
  const without = { ...onDisk, 'photos/photos.yaml': { sun: { alt: 'A yellow sun' } } };
  const write = (file: string, path: string[], value: string): DeskAction => ({
    type: 'changed',
    file,
    path,
    value,
  });
  const worked = [
    write('photos/photos.yaml', ['sun', 'alt'], 'A red sun'),
    write('pages/home.yaml', ['title'], 'Thuis'),
  ].reduce(nextState, loaded);

  const after = nextState(worked, { type: 'loaded', saved: without });
  expect(after.draft).toEqual({
    'photos/photos.yaml': { sun: { alt: 'A red sun' } },
    'pages/home.yaml': { title: 'Thuis', sections: [{ kind: 'text' }] },
  });
  // Nor draws it anew what is being worked in.
  expect(after.draft['pages/home.yaml']).toBe(worked.draft['pages/home.yaml']);
  const undone: DeskAction[] = [{ type: 'undone' }, { type: 'undone' }];
  expect(changedFiles(undone.reduce(nextState, after))).toEqual({});
});
