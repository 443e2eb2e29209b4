import * as v from 'valibot';
import { type FieldPath, type SchemaNode, walkContent } from '../../../site/content-walk.ts';
import { applyOperations, type Value } from '../../operations.ts';

/**
 * How a text on the page is found in its file (a technique cached as stega). Before content is
 * rendered, each of its texts gets an invisible mark at its end; where an element turns out to hold
 * a marked text, it becomes editable (`editable-jsx.tsx`). No component of the site knows of it.
 */

export interface Mark {
  file: string;
  path: FieldPath;
  text: string;
  /** The field's name for the caterer. */
  label: string;
}

const END = '\u2063';
const DIGITS = ['\u2061', '\u2062'] as const;
const MARKED = /^([^\u2061-\u2063]*)\u2063([\u2061\u2062]+)\u2063$/;
const ANY_MARK = /\u2063([\u2061\u2062]+)\u2063/g;

const marks: Mark[] = [];
const markIds = new Map<string, number>();
const marked = new WeakMap<object, { at: string; copy: unknown }>();

/** @param at the path of `value` in its file */
export function markTexts(schema: SchemaNode, value: object, file: string, at: FieldPath): unknown {
  const place = `${file} ${at.join('.')}`;
  const cached = marked.get(value);
  if (cached?.at === place) return cached.copy;
  let copy = value as Value;
  walkContent(schema, value, (one, described, path) => {
    // A mark must not make a text wrong: an address, a date and a name of a photo get none.
    const isText = typeof one === 'string' && described.type === 'string';
    if (!isText || v.getMetadata(described).reference || !v.is(described, one + END)) return;
    const label = v.getTitle(described) ?? String(path.at(-1));
    const mark = encode({ file, path: [...at, ...path], text: one, label });
    copy = applyOperations(copy, [{ kind: 'set', path, value: one + mark }]);
  });
  marked.set(value, { at: place, copy });
  return copy;
}

/** One number for each text, so that the list does not grow with every letter. */
function encode(mark: Mark): string {
  const place = `${mark.file} ${mark.path.join('.')}`;
  const id = markIds.get(place) ?? marks.length;
  markIds.set(place, id);
  marks[id] = mark;
  return END + [...id.toString(2)].map((digit) => DIGITS[Number(digit)]).join('') + END;
}

function decode(digits: string): Mark | undefined {
  const number = [...digits].map((digit) => DIGITS.indexOf(digit as '\u2061')).join('');
  return marks[Number.parseInt(number, 2)];
}

/** The mark of a text that is exactly one of its file; undefined for one made of several. */
export function markOf(text: string): Mark | undefined {
  const [, content, digits] = MARKED.exec(text) ?? [];
  if (content === undefined || !digits) return undefined;
  const mark = decode(digits);
  return mark?.text === content ? mark : undefined;
}

/** The first of the fields that a text was made of. */
export function firstMarkIn(text: string): Mark | undefined {
  const [match] = text.matchAll(ANY_MARK);
  return match?.[1] ? decode(match[1]) : undefined;
}

export function withoutMarks(text: string): string {
  return text.includes(END) ? text.replace(ANY_MARK, '') : text;
}
