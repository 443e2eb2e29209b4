import * as v from 'valibot';
import { type FieldPath, type SchemaNode, walkContent } from '../../../site/content-walk.ts';
import { setIn } from '../state.ts';

/**
 * How a text on the page is found back in its file. Before a section is rendered, each of its texts
 * gets an unseen mark at its end; where an element turns out to hold a marked text, it becomes
 * editable (`editable-jsx.tsx`). So a section needs not a word for the desk: it is handed texts.
 */

export interface Mark {
  /** From the section. */
  path: FieldPath;
  text: string;
  /** The field's name for the caterer. */
  label: string;
}

const END = '\u2063';
const DIGITS = ['\u2061', '\u2062'] as const;
const MARKED = /^([^\u2061-\u2063]*)\u2063([\u2061\u2062]+)\u2063$/;
const ANY_MARK = /\u2063[\u2061\u2062]+\u2063/g;

const marks: Mark[] = [];
const marked = new WeakMap<object, unknown>();

/** A copy of a section with a mark at the end of each text that its schema still accepts with it. */
export function markTexts(schema: SchemaNode, section: object): unknown {
  const known = marked.get(section);
  if (known) return known;
  let copy: unknown = section;
  walkContent(schema, section, (value, described, path) => {
    const isText = typeof value === 'string' && described.type === 'string';
    if (!isText || v.getMetadata(described).reference || !v.is(described, value + END)) return;
    const digits = [...marks.length.toString(2)].map((digit) => DIGITS[Number(digit)]);
    marks.push({ path, text: value, label: v.getTitle(described) ?? String(path.at(-1)) });
    copy = setIn(copy, path, value + END + digits.join('') + END);
  });
  marked.set(section, copy);
  return copy;
}

/** The mark of a text that stands as it is in its file; undefined for one made of several. */
export function markOf(text: string): Mark | undefined {
  const [, words, digits] = MARKED.exec(text) ?? [];
  if (words === undefined || !digits) return undefined;
  const number = [...digits].map((digit) => DIGITS.indexOf(digit as '\u2061')).join('');
  const mark = marks[Number.parseInt(number, 2)];
  return mark?.text === words ? mark : undefined;
}

export function withoutMarks(text: string): string {
  return text.includes(END) ? text.replace(ANY_MARK, '') : text;
}
