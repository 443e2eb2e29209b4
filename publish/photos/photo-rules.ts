import { type Photo, type PhotoPlaceholder, TALL_MEDIA } from '../../site/picture/photo.ts';
import { shortHash } from '../folders.ts';
import type { PreparedPhoto } from './prepare-photos.ts';

/**
 * One rule a photo: its placeholder colour, and the point that stays
 * in sight when its frame cuts it off; for a hero's, the shade that text on it needs. Among the page's
 * styles, as the policy forbids `style` attributes.
 *
 * @param names of the photos that a page shows
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
 * Keeps the lists that carousels fetch at their first move (`site/picture/photo-list.ts`): in the
 * document they would cost every visitor what few ever see.
 */
export function photoListKeeper(photos: ReadonlyMap<string, PreparedPhoto>) {
  // A test shows one photo under several names, but always from the same files.
  const placeholders = new Map<string, PhotoPlaceholder>();
  for (const { photo, placeholder } of photos.values()) placeholders.set(photo.base, placeholder);
  const kept = new Map<string, string>();
  return {
    /** The lists' texts by web path. */
    kept,
    /** @returns the list's web path */
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
