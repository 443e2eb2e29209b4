import { createHash } from 'node:crypto';
import type { Photo } from '../site/picture/photo.ts';
import type { PreparedPhoto } from './photos/prepare-photos.ts';
import { shadeFor } from './photos/words-on-photo.ts';

/**
 * Keeps the lists that carousels fetch at their first move (`site/picture/photo-list.ts`): in the
 * document they would cost every visitor what few ever look at.
 *
 * @param colors of the brand, for the shade that words on a photo need
 */
export function photoListKeeper(colors: { ink: string; paper: string }) {
  /** By web path, which changes with the content: it may be kept for ever. */
  const kept = new Map<string, string>();
  return {
    kept,
    /** @returns the list's web path */
    keep(photos: Photo[]): string {
      const text = JSON.stringify(
        (photos as PreparedPhoto[]).map((photo) => entryOf(photo, colors)),
      );
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
      const path = `/photos/list-${hash}.json`;
      kept.set(path, text);
      return path;
    },
  };
}

function entryOf(
  { color, focus, brightness, ...photo }: PreparedPhoto,
  colors: { ink: string; paper: string },
): Photo {
  const shades = brightness && {
    full: shadeFor(brightness.full, colors),
    tall: shadeFor(brightness.tall, colors),
  };
  const look = { color, focus: focus.full, tallFocus: focus.tall, ...(shades && { shades }) };
  return { ...photo, look };
}
