import type { Photo } from './photo.ts';

/**
 * The photos of a carousel in its props: the first photo, and the URL of the whole list. A long
 * list does not make the document larger.
 */
export interface PhotoList {
  count: number;
  /** Index of the photo that is shown first. */
  start: number;
  /** That photo, by its index; all photos if there is no `href`. */
  inlined: Record<number, Photo>;
  /** URL of the whole list as JSON. */
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
  const start = count > 0 ? ((startIndex % count) + count) % count : 0;
  const isWhole = !keep || count <= 1;
  const inlined: PhotoList['inlined'] = {};
  // Their placeholders are rules in the page's styles.
  for (const [index, { placeholder: _, ...photo }] of photos.entries()) {
    if (isWhole || index === start) inlined[index] = photo;
  }
  return { count, start, inlined, ...(!isWhole && { href: keep(photos) }) };
}
