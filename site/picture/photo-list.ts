import type { Photo } from './photo.ts';

/**
 * The photos of a carousel in its props: the first photo, and the URL of the whole list. A long
 * list does not make the document larger.
 */
export interface PhotoList {
  count: number;
  /** Index of the first inlined photo. */
  start: number;
  inlined: Photo[];
  /** URL of the whole list as JSON; undefined if all photos are inlined. */
  href?: string;
}

/** Publishes a list as JSON and returns its URL. */
export type KeepPhotoList = (photos: Photo[]) => string;

/**
 * Inlines the photo that is shown first.
 *
 * @param startIndex index of that photo; wraps around at both ends
 * @param keep if omitted, all photos are inlined
 */
export function photoListOf(photos: Photo[], startIndex = 0, keep?: KeepPhotoList): PhotoList {
  const count = photos.length;
  const start = ((startIndex % count) + count) % count;
  const shown = photos[start];
  if (!keep || !shown || count === 1) return { count, start: 0, inlined: photos };
  const { id, alt, base, full, tall } = shown;
  const inlined = [{ id, alt, base, full, ...(tall && { tall }) }];
  return { count, start, inlined, href: keep(photos) };
}
