import { expect, test } from 'vitest';
import { changedFiles, EMPTY, type Files, nextState } from './state.ts';

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
  const describe = (name: string, value: string) =>
    ({
      type: 'changed',
      file: 'photos/photos.yaml',
      path: [name, 'alt'],
      value,
    }) as const;
  const title = {
    type: 'changed',
    file: 'pages/home.yaml',
    path: ['title'],
    value: 'Thuis',
  } as const;
  const worked = [describe('sun', 'A red sun'), title].reduce(nextState, loaded);

  const after = nextState(worked, { type: 'loaded', saved: without });
  expect(after.draft).toEqual({
    'photos/photos.yaml': { sun: { alt: 'A red sun' } },
    'pages/home.yaml': { title: 'Thuis', sections: [{ kind: 'text' }] },
  });
  // Nor draws it anew what is being worked in.
  expect(after.draft['pages/home.yaml']).toBe(worked.draft['pages/home.yaml']);
  const undone = [{ type: 'undone' }, { type: 'undone' }] as const;
  expect(changedFiles(undone.reduce(nextState, after))).toEqual({});
});
