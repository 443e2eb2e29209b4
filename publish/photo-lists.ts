import { createHash } from 'node:crypto';
import type { Photo } from '../site/picture/photo.ts';
import type { PreparedPhoto } from './photos/prepare-photos.ts';

/**
 * Keeps the lists that carousels fetch at their first move (`site/picture/photo-list.ts`): in the
 * document they would cost every visitor what few ever look at.
 */
export function photoListKeeper() {
  /** By web path, which changes with the content: it may be kept for ever. */
  const kept = new Map<string, string>();
  return {
    kept,
    /** @returns the list's web path */
    keep(photos: Photo[]): string {
      const text = JSON.stringify((photos as PreparedPhoto[]).map(entryOf));
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
      const path = `/photos/list-${hash}.json`;
      kept.set(path, text);
      return path;
    },
  };
}

function entryOf({ color, focus, ...photo }: PreparedPhoto): Photo {
  return { ...photo, look: { color, focus: focus.full, tallFocus: focus.tall } };
}
