import { jsx as reactJsx } from 'react/jsx-runtime';
import * as v from 'valibot';
import {
  type FieldPath,
  isGroup,
  type SchemaNode,
  walkContent,
} from '../../../site/content-walk.ts';
import { Price } from '../../../site/parts/Price.tsx';
import { RichLine, RichText } from '../../../site/rich-text/RichText.tsx';
import { type Value, withValue } from '../../operations.ts';
import { isPlaceholder } from '../../placeholder.ts';
import { RichTextEditor } from '../rich-text/RichTextEditor.tsx';
import type { TextMarkup } from '../rich-text/rich-document.ts';

/** What typing on the page does. */
export interface Editing {
  onEdit: (file: string, path: FieldPath, text: string) => void;
  /** Enter in one text of several: it becomes two. */
  onSplit: (file: string, path: FieldPath, before: string, after: string) => void;
}

/** The page that this window edits; none in the desk's own, of which the elements stay as they are. */
export const edited: { page?: Editing } = {};

type Props = Record<string, unknown>;

/** Elements whose text cannot be edited in place. */
const NOT_EDITABLE = ['button', 'option', 'textarea', 'title', 'style', 'text'];

/**
 * What an element of the site becomes on the edited page: its marked texts editable, links without
 * a target, answers unfolded.
 */
export function editable(type: unknown, props: Props, key: React.Key | undefined) {
  if (!edited.page) return { type, props, key };
  // A part of a list often has a text in it as its key, which changes while it is typed.
  const place = typeof key === 'string' ? (markOf(key)?.path.join('.') ?? withoutMarks(key)) : key;
  if (type === RichText || type === RichLine) {
    const mark = markOf(String(props.text));
    if (!mark) return { type, props: { text: withoutMarks(props.text) }, key: place };
    const markup = type === RichText ? 'blocks' : 'line';
    return { type: EditableText, props: { mark, markup }, key: place };
  }
  if (type === Price) {
    const children = reactJsx(Price, props as never);
    const group = placeOfGroup(props.price as object);
    return {
      type: 'span',
      props: { 'data-field': fieldOf(group, 'amount'), children },
      key: place,
    };
  }
  if (typeof type !== 'string') return { type, props, key: place };
  const next: Props = Object.fromEntries(
    Object.entries(props).map(([name, value]) => [name, withoutMarks(value)]),
  );
  if (type === 'a') {
    next['data-href'] = next.href;
    delete next.href;
    next.role = 'link';
    // A text in it is what takes the focus; without one, Enter follows it as a tap does.
    if (typeof props.children !== 'string' || !firstMarkIn(props.children)) {
      next.tabIndex = 0;
      next.onKeyDown = (event: React.KeyboardEvent<HTMLElement>) =>
        event.key === 'Enter' && event.currentTarget.click();
    }
  }
  if (type === 'details') next.open = true;
  if ('children' in props) {
    const isEditable = !NOT_EDITABLE.includes(type);
    next.children = mapTexts(props.children, isEditable ? editableText : withoutMarks);
  }
  return { type, props: next, key: place };
}

const mapTexts = (children: unknown, map: (text: string) => unknown): unknown =>
  Array.isArray(children)
    ? children.map((one) => mapTexts(one, map))
    : typeof children === 'string'
      ? map(children)
      : children;

function editableText(text: string): unknown {
  const mark = markOf(text);
  if (mark) {
    return reactJsx(EditableText, { mark, markup: 'plain' }, placeOfText(mark.file, mark.path));
  }
  const first = firstMarkIn(text);
  // A line made of several fields is edited in the form.
  if (!first) return text;
  const field = fieldOf(first);
  return reactJsx('span', { 'data-field': field, children: withoutMarks(text) }, field);
}

const fieldOf = (place: Pick<Mark, 'file' | 'path'> | undefined, ...inner: string[]) =>
  place && JSON.stringify([place.file, [...place.path, ...inner]]);

function EditableText({ mark, markup }: { mark: Mark; markup: TextMarkup }) {
  const { text, file, path, label } = mark;
  return reactJsx('span', {
    'data-rich': markup,
    // Keeps the space bar from folding an answer, and arrows from turning photos.
    onKeyDown: (event: React.KeyboardEvent) => event.stopPropagation(),
    children: reactJsx(RichTextEditor, {
      text,
      markup,
      // No role and no label: a heading is called what its text says, not 'Kop'.
      attributes: {
        title: label,
        'data-text': placeOfText(file, path),
        tabindex: '0',
        ...(isPlaceholder(text) && { 'data-placeholder': '' }),
      },
      onEdit: (next: string) => edited.page?.onEdit(file, path, next),
      onEnter(before: string, after: string, element: HTMLElement) {
        if (typeof path.at(-1) !== 'number') return focusNextPlaceholder(element);
        edited.page?.onSplit(file, path, before.trimEnd(), after.trimStart());
      },
      isFloating: true,
    }),
  });
}

/** Enter goes on to what is still to be filled in, as in a form on a phone. */
function focusNextPlaceholder(from: HTMLElement): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-placeholder]')];
  const isAfter = (one: Node) =>
    from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
  all.find(isAfter)?.focus();
}

/**
 * How a text on the page is found in its file (a technique known as stega). Before content is
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
const copies = new WeakMap<object, { place: string; copy: object }>();
const groups = new WeakMap<object, Pick<Mark, 'file' | 'path'>>();

/** By which the canvas finds a text. */
export const placeOfText = (file: string, path: FieldPath) => `${file} ${path.join('.')}`;

/** @param at the path of `value` in its file */
export function markTexts<Content extends object>(
  schema: SchemaNode,
  value: Content,
  file: string,
  at: FieldPath,
): Content {
  const place = placeOfText(file, at);
  const cached = copies.get(value);
  if (cached?.place === place) return cached.copy as Content;
  let copy: Value = value as Value;
  walkContent(schema, value, (one, described, path) => {
    // A mark must not make a text wrong: an address, a date and a name of a photo get none.
    const isText = typeof one === 'string' && described.type === 'string';
    if (!isText || v.getMetadata(described).reference || !v.is(described, one + END)) return;
    const label = v.getTitle(described) ?? String(path.at(-1));
    const mark = encode({ file, path: [...at, ...path], text: one, label });
    copy = withValue(copy, path, one + mark) as Value;
  });
  walkContent(schema, copy, (one, _, path) => {
    if (isGroup(one)) groups.set(one, { file, path: [...at, ...path] });
  });
  copies.set(value, { place, copy: copy as object });
  return copy as Content;
}

/** Where a group of a marked copy is in its file. */
const placeOfGroup = (group: object) => groups.get(group);

/** One number for each text, so that the list does not grow with every letter. */
function encode(mark: Mark): string {
  const place = placeOfText(mark.file, mark.path);
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
function markOf(text: string): Mark | undefined {
  const [, content, digits = ''] = MARKED.exec(text) ?? [];
  const mark = decode(digits);
  return content !== undefined && mark?.text === content ? mark : undefined;
}

/** The first of the fields that a text was made of. */
function firstMarkIn(text: string): Mark | undefined {
  const [match] = text.matchAll(ANY_MARK);
  return match?.[1] ? decode(match[1]) : undefined;
}

function withoutMarks<Given>(value: Given): Given {
  return typeof value === 'string' ? (value.replace(ANY_MARK, '') as Given) : value;
}
