import * as v from 'valibot';
import { type FieldPath, type SchemaNode, walkContent } from '../content-walk.ts';

const NO_BREAK_SPACE = '\u00a0';

/** After a clitic: ’s morgens, ’t huis. */
const CLIPPED = /(?<=(?:^|[\s(])[’'][nst]) (?=\p{L})/giu;
/** Between a number and its unit: 20 gasten, 400 %. */
const COUNTED = /(?<=\d) (?=[\p{L}%])/gu;
/** Between a name or symbol and its number: WCAG 2.2, € 500, artikel 6. */
const NUMBERED = /(?<=(?:^|[\s(])(?:\p{Lu}{2,}|€|artikel|lid)) (?=\d)/gu;

/** Replaces spaces between words that belong together by no-break spaces. */
export function withoutBreaks(text: string): string {
  return [CLIPPED, COUNTED, NUMBERED].reduce(
    (words, place) => words.replace(place, NO_BREAK_SPACE),
    text,
  );
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
