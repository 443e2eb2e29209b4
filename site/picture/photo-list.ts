import type { Photo } from './photo.ts';

/**
 * The pictures of a carousel as its props hold them: those shown first, and where the others are to
 * be had. A list of 60 costs a page no more than one of two.
 */
export interface PhotoList {
  count: number;
  /** Index of the first of `known`. */
  start: number;
  known: Photo[];
  /** JSON with all of them, each a {@link Photo}; undefined when all are known. */
  href?: string;
}

/** Keeps a list for browsers to fetch; returns its address. */
export type KeepPhotoList = (photos: Photo[]) => string;

/**
 * What stands of a list in the document: the picture shown first.
 *
 * @param startIndex of that one, counted around both ends
 * @param keep without, all are known from the start
 */
export function photoListOf(photos: Photo[], startIndex = 0, keep?: KeepPhotoList): PhotoList {
  const count = photos.length;
  const start = ((startIndex % count) + count) % count;
  const shown = photos[start];
  if (!keep || !shown || count === 1) return { count, start: 0, known: photos };
  const { id, alt, base, full, tall } = shown;
  const known = [{ id, alt, base, full, ...(tall && { tall }) }];
  return { count, start, known, href: keep(photos) };
}
