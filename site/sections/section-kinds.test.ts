import { expect, test } from 'vitest';
import { positionOf } from './section-kinds.ts';

test('the first heading of a page is its h1, also below a section without one', () => {
  const sections = [{ kind: 'quote' }, { kind: 'offer' }, { kind: 'offer' }] as const;
  const places = sections.map((_, index) => positionOf([...sections], index));
  expect(places.map(({ Heading }) => Heading)).toEqual(['h1', 'h1', 'h2']);
  expect(places.map(({ isFirst }) => isFirst)).toEqual([true, false, false]);
});

test('a section knows what is above and below it, and whether it is the last', () => {
  const sections = [{ kind: 'questions' }, { kind: 'quote' }, { kind: 'steps' }] as const;
  const places = sections.map((_, index) => positionOf([...sections], index).attributes);
  expect(places).toMatchObject([
    { 'data-above': 'dark' },
    { 'data-below': 'columns', 'data-above': 'paper' },
    { 'data-below': 'dark', 'data-last': true },
  ]);
  expect(places[0]).toMatchObject({ 'data-below': undefined, 'data-last': undefined });
});
