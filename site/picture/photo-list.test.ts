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

test('of a list of any length the document has the photo shown first, counted around both ends', () => {
  for (const [startIndex, shown] of [
    [0, 'photo-0'],
    [3, 'photo-3'],
    [-1, 'photo-499'],
    [501, 'photo-1'],
  ] as const) {
    const list = photoListOf(photos(500), startIndex, () => '/photos/list.json');
    expect(Object.values(list.inlined)).toHaveLength(1);
    expect(list.inlined[list.start]?.id).toBe(shown);
    expect(list).toMatchObject({ count: 500, href: '/photos/list.json' });
  }
});
