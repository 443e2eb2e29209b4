import type { Photo } from './photo.ts';

/** The photos of a carousel, as part of its props. */
export interface PhotoList {
  count: number;
  start: number;
  /** The photo at `start`, by its index; all photos if there is no `href`. */
  inlined: Record<number, Photo>;
  /** The URL of the whole list as JSON. */
  href?: string;
}

/** Publishes a list as JSON and returns its URL. */
export type PublishPhotoList = (photos: Photo[]) => string;

/** @param publish if omitted, all photos are inlined */
export function photoListOf(photos: Photo[], start = 0, publish?: PublishPhotoList): PhotoList {
  const count = photos.length;
  const inlined: PhotoList['inlined'] = {};
  const isWhole = !publish || count < 2;
  for (const [index, photo] of photos.entries()) {
    // The page's styles contain the placeholders of these photos.
    const { placeholder: _, ...listed } = photo;
    if (isWhole || index === start) inlined[index] = listed;
  }
  const list = { count, start, inlined };
  return isWhole ? list : { ...list, href: publish(photos) };
}
