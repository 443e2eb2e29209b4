import * as v from 'valibot';
import { type FieldPath, type SchemaNode, walkContent } from '../content-walk.ts';

const NO_BREAK_SPACE = '\u00a0';

/** After a short word that belongs to the next: ’s morgens, ’t huis. */
const CLIPPED = /(?<=(?:^|[\s(])[’'][nst]) (?=\p{L})/giu;
/** Between a number and what it counts: 20 gasten, 400 %. */
const COUNTED = /(?<=\d) (?=[\p{L}%])/gu;
/** Between a name or sign and its number: WCAG 2.2, € 500, artikel 6. */
const NUMBERED = /(?<=(?:^|[\s(])(?:\p{Lu}{2,}|€|artikel|lid)) (?=\d)/gu;

/** A text whose lines never end between words that are read as one. */
export function withoutBreaks(text: string): string {
  return [CLIPPED, COUNTED, NUMBERED].reduce(
    (words, place) => words.replace(place, NO_BREAK_SPACE),
    text,
  );
}

/**
 * The same content, its texts without such line ends; what names a photo, a page or an option of the
 * form stays as it is. For publishing only: at the desk these spaces would be saved.
 */
export function withTextsWithoutBreaks<Value extends object>(
  schema: v.GenericSchema,
  content: Value,
): Value {
  const copy = structuredClone(content);
  walkContent(schema as SchemaNode, content, (value, described, path) => {
    if (typeof value !== 'string' || v.getMetadata(described as SchemaNode).reference) return;
    setAt(copy, path, withoutBreaks(value));
  });
  return copy;
}

function setAt(target: object, path: FieldPath, value: string) {
  const last = path.at(-1);
  if (last === undefined) return;
  const owner = path
    .slice(0, -1)
    .reduce<unknown>((one, step) => (one as Record<string, unknown>)[step], target);
  (owner as Record<string, unknown>)[last] = value;
}
