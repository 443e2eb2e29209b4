import { expect, test } from 'vitest';
import { positionOf } from './index.ts';

test('the first heading of a page is its h1, also below a section without one', () => {
  const sections = [{ kind: 'quote' }, { kind: 'offer' }, { kind: 'offer' }] as const;
  const places = sections.map((_, index) => positionOf([...sections], index));
  expect(places.map(({ Heading }) => Heading)).toEqual(['h1', 'h1', 'h2']);
  expect(places.map(({ isFirst }) => isFirst)).toEqual([true, false, false]);
});
