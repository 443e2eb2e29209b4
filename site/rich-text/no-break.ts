import * as v from 'valibot';
import { walkContent } from '../content-walk.ts';

const NO_BREAK_SPACE = '\u00a0';

/** After a clitic: ’s morgens, ’t huis. */
const CLIPPED = /(?<=(?:^|[\s(])[’'][nst]) (?=\p{L})/giu;
/** Between a number and its unit: 20 gasten, 400 %. */
const COUNTED = /(?<=\d) (?=[\p{L}%])/gu;
/** Between a name or symbol and its number: WCAG 2.2, € 500, artikel 6. */
const NUMBERED = /(?<=(?:^|[\s(])(?:\p{Lu}{2,}|€|artikel|lid)) (?=\d)/gu;

/** In a name: Sint-Martens-Latem, but not in the cookie's name that the privacy page quotes. */
const HYPHENATED = /(?<=\p{Lu}\p{Ll}+)-(?=\p{Lu}\p{Ll})/gu;

/** U+2011, the no-break hyphen, is in none of the fonts; word joiners need no glyph. */
const NO_BREAK_HYPHEN = '\u2060-\u2060';

/** Keeps words on one line that belong together. */
export function withoutBreaks(text: string): string {
  let result = text;
  for (const space of [CLIPPED, COUNTED, NUMBERED]) {
    result = result.replace(space, NO_BREAK_SPACE);
  }
  return result.replace(HYPHENATED, NO_BREAK_HYPHEN);
}

/**
 * Applies {@link withoutBreaks} to all texts of a content value, except references. For publishing
 * only: the desk would save these spaces.
 */
export function withTextsWithoutBreaks<Value extends object>(
  schema: v.GenericSchema,
  content: Value,
): Value {
  const copy = structuredClone(content);
  walkContent(schema, copy, (value, described, path, owner) => {
    if (typeof value !== 'string' || v.getMetadata(described).reference) return;
    (owner as Record<string | number, unknown>)[path.at(-1) ?? ''] = withoutBreaks(value);
  });
  return copy;
}
