import { expect, test } from 'vitest';
import type { Photo } from './photo.ts';
import { photoListOf } from './photo-list.ts';

const photos = (count: number): Photo[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `photo-${index}`,
    alt: `Photo ${index}`,
    base: `/photos/photo-${index}`,
    full: { width: 1600, height: 1000, widths: [480, 960], fallbackWidth: 960 },
  }));

test('of 500 photos the document contains the one shown first', () => {
  const list = photoListOf(photos(500), 3, () => '/photos/list.json');
  expect(Object.values(list.inlined).map(({ id }) => id)).toEqual(['photo-3']);
  expect(list).toMatchObject({ count: 500, start: 3, href: '/photos/list.json' });
});
