import { type Photo, placeholderProperties } from '../../site/picture/photo.ts';

/**
 * A CSS rule per photo with the custom properties of its placeholder. Part of the page's styles,
 * because the CSP forbids `style` attributes.
 *
 * @param names of the photos on a page
 */
export function photoRules(photos: ReadonlyMap<string, Photo>, names: ReadonlySet<string>): string {
  const rules = [...photos.values()].map(({ id, placeholder }) => {
    if (!names.has(id)) return '';
    const selector = `[data-photo="${id}"]${placeholder?.shades ? `,[data-words-on="${id}"]` : ''}`;
    const properties = Object.entries(placeholderProperties(placeholder) ?? {});
    return `${selector}{${properties.map(([name, value]) => `${name}:${value}`).join(';')}}`;
  });
  return `@layer base{${rules.join('')}}`;
}
