import { type Photo, type PhotoPlaceholder, TALL_MEDIA } from '../../site/picture/photo.ts';
import { shortHash } from '../folders.ts';
import type { PreparedPhoto } from './prepare-photos.ts';

/**
 * A CSS rule per photo with its placeholder colour and focal point, and for a hero the shade. Part
 * of the page's styles, because the CSP forbids `style` attributes.
 *
 * @param names of the photos on a page
 */
export function photoRules(
  photos: ReadonlyMap<string, PreparedPhoto>,
  names: ReadonlySet<string>,
): string {
  const shown = [...photos.values()].filter(({ photo }) => names.has(photo.id));
  const shadeRule = (id: string, shade: { bar: number; words: number } | undefined) =>
    shade ? `[data-words-on="${id}"]{--bar-shade:${shade.bar};--words-shade:${shade.words}}` : '';
  const rules = shown.map(({ photo: { id }, placeholder: { color, focus, shades } }) => {
    const place = `object-position:${focus[0]}% ${focus[1]}%`;
    return `[data-photo="${id}"]{background-color:${color};${place}}${shadeRule(id, shades?.full)}`;
  });
  const tallRules = shown.flatMap(({ photo: { id, tall }, placeholder: { tallFocus, shades } }) => {
    if (!tall) return [];
    const place = `object-position:${tallFocus[0]}% ${tallFocus[1]}%`;
    return `[data-photo="${id}"][data-tall]{${place}}${shadeRule(id, shades?.tall)}`;
  });
  const media = tallRules.length > 0 ? `@media ${TALL_MEDIA}{${tallRules.join('')}}` : '';
  return `@layer base{${rules.join('')}${media}}`;
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
