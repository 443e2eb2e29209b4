import {
  type Photo,
  type PhotoPlaceholder,
  placeholderProperties,
} from '../../site/picture/photo.ts';
import { shortHash } from '../folders.ts';
import type { PreparedPhoto } from './prepare-photos.ts';

/**
 * A CSS rule per photo with the custom properties of its placeholder. Part of the page's styles,
 * because the CSP forbids `style` attributes.
 *
 * @param names of the photos on a page
 */
export function photoRules(
  photos: ReadonlyMap<string, PreparedPhoto>,
  names: ReadonlySet<string>,
): string {
  const rules = [...photos.values()].map(({ photo: { id }, placeholder }) => {
    if (!names.has(id)) return '';
    const selector = `[data-photo="${id}"]${placeholder.shades ? `,[data-words-on="${id}"]` : ''}`;
    const properties = Object.entries(placeholderProperties(placeholder) ?? {});
    return `${selector}{${properties.map(([name, value]) => `${name}:${value}`).join(';')}}`;
  });
  return `@layer base{${rules.join('')}}`;
}

/**
 * Collects the photo lists that carousels fetch on their first move (`site/picture/photo-list.ts`),
 * which keeps documents small.
 */
export function createPhotoLists(photos: ReadonlyMap<string, PreparedPhoto>) {
  // Tests use one photo under several names, always with the same files.
  const placeholders = new Map<string, PhotoPlaceholder>();
  for (const { photo, placeholder } of photos.values()) placeholders.set(photo.base, placeholder);
  const kept = new Map<string, string>();
  return {
    /** JSON by path. */
    kept,
    /** @returns the path of the list */
    keep(shown: Photo[]): string {
      const text = JSON.stringify(
        shown.map((photo) => ({ ...photo, placeholder: placeholders.get(photo.base) })),
      );
      const path = `/photos/list-${shortHash(text)}.json`;
      kept.set(path, text);
      return path;
    },
  };
}
