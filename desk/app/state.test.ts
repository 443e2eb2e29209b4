import { expect, test } from 'vitest';
import { changedFiles, type DeskAction, EMPTY, type Files, nextState } from './state.ts';

const onDisk: Files = {
  'photos/photos.yaml': { sun: { alt: 'A sun' }, hill: { alt: 'A hill' } },
  'pages/home.yaml': { title: 'Home', sections: [{ kind: 'text' }] },
};
const loaded = nextState(EMPTY, { type: 'loaded', saved: onDisk });

test('what is loaded is what is saved, and nothing of it has changed', () => {
  expect(loaded.draft).toEqual(onDisk);
  expect(changedFiles(loaded)).toEqual({});
});

test('a file that changes on disk takes nothing away of what was not saved, nor of the way back', () => {
  const { 'photos/photos.yaml': photos } = onDisk;
  const without = { ...onDisk, 'photos/photos.yaml': { sun: (photos as { sun: object }).sun } };
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
