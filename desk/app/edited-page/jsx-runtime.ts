// The page's frame does not load `main.tsx`, so it imports the cascade layers here.
import './layers.css';
import { Fragment, jsx as reactJsx } from 'react/jsx-runtime';
import * as v from 'valibot';
import { isPlaceholderText } from '../../../publish/content/placeholder-texts.ts';
import { Price } from '../../../site/parts/Price.tsx';
import { RichLine, RichText } from '../../../site/rich-text/RichText.tsx';
import {
  childrenOf,
  type FieldPath,
  isGroup,
  type SchemaNode,
  schemaFor,
} from '../../../site/schema/content-walk.ts';
import { isFreeText } from '../draft/last-valid.ts';
import { LazyTextEditor } from '../rich-text/LazyTextEditor.tsx';
import type { TextMarkup } from '../rich-text/rich-document.ts';

/*
 * Wraps React's JSX runtime to make texts on the edited page editable, without a change of the
 * site's components: each text of the content ends with an invisible mark (known as stega), and an
 * element with a marked text becomes an editor.
 */

type Props = Record<string, unknown>;

/** `onEdit` is undefined in the desk's own window. */
export const editedPage: {
  onEdit?: (file: string, path: FieldPath, text: string) => void;
  /** Whether photos and fonts wait for the editor, whose loading they would slow down. */
  isEditorFirst?: boolean;
} = {};

/** A placeholder that needs no request. The photo's attributes give it its size. */
const NO_PICTURE = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';

export function jsx(type: React.ElementType, props: Props, key?: React.Key): React.ReactElement {
  if (!editedPage.onEdit) return reactJsx(type, props, key);
  const reactKey = stableKey(key);
  if (type === RichText || type === RichLine) {
    const mark = markOf(String(props.text));
    if (!mark) return reactJsx(type, { text: withoutMarks(props.text) }, reactKey);
    const markup = type === RichText ? 'blocks' : 'line';
    return reactJsx(EditableText, { mark, markup }, reactKey);
  }
  if (type === Price) {
    const [file, path = []] = groups.get(props.price as object) ?? [];
    // A price is a single target that opens the form at its amount; the form has the words around
    // the amount beside it.
    const words = Object.entries(props.price as Props).map(([key, word]) => [
      key,
      withoutMarks(word),
    ]);
    const children = reactJsx(Price, { ...props, price: Object.fromEntries(words) } as never);
    const target = { ...fieldAt(file, [...path, 'amount']), 'data-price': '' };
    return reactJsx('span', { ...target, children }, reactKey);
  }
  const isElement = typeof type === 'string';
  return reactJsx(type, isElement ? editableProps(type, props) : props, reactKey);
}

/** Keys are often texts, which change while they are typed. */
function stableKey(key?: React.Key) {
  if (typeof key !== 'string') return key;
  return markOf(key)?.field ?? withoutMarks(key);
}

export { Fragment, jsx as jsxs };

const NOT_EDITABLE = ['button', 'option', 'textarea', 'title', 'style', 'text'];

/** Makes texts editors, removes the targets of links, and unfolds answers. */
function editableProps(type: string, props: Props): Props {
  const entries = Object.entries(props).map(([name, value]) => [name, withoutMarks(value)]);
  const { href, ...next }: Props = Object.fromEntries(entries);
  const photo = firstMarkIn(String(props['data-photo'] ?? ''));
  if (photo) Object.assign(next, fieldAt(photo.file, photo.path));
  if (type === 'a') {
    next['data-href'] = href;
    next.role = 'link';
    // A link without an editable text must stay focusable, so that Enter can follow it.
    if (typeof props.children !== 'string' || !firstMarkIn(props.children)) {
      next.tabIndex = 0;
      next.onKeyDown = (event: React.KeyboardEvent<HTMLElement>) =>
        event.key === 'Enter' && event.currentTarget.click();
    }
  }
  if (type === 'details') next.open = true;
  if (editedPage.isEditorFirst && (type === 'source' || type === 'img')) {
    delete next.srcSet;
    if (type === 'img') next.src = NO_PICTURE;
  }
  if ('children' in props) {
    const isEditable = !NOT_EDITABLE.includes(type);
    next.children = mapChildTexts(props.children, isEditable ? editableText : withoutMarks);
  }
  return next;
}

function mapChildTexts(children: unknown, map: (text: string) => unknown): unknown {
  if (Array.isArray(children)) return children.map((child) => mapChildTexts(child, map));
  return typeof children === 'string' ? map(children) : children;
}

function editableText(text: string) {
  const mark = markOf(text);
  if (mark) return reactJsx(EditableText, { mark, markup: mark.markup }, mark.field);
  const first = firstMarkIn(text);
  if (!first) return text;
  // A text composed of several fields is edited in the form.
  const props = { ...fieldAt(first.file, first.path), children: withoutMarks(text) };
  return reactJsx('span', props, first.field);
}

/** The attribute by which a tap finds the field of a value. */
const fieldAt = (file: string | undefined, path: FieldPath) => ({
  'data-field': file && JSON.stringify([file, path]),
});

function EditableText({ mark, markup }: { mark: Mark; markup: TextMarkup }) {
  const { text, file, path, field, label } = mark;
  return reactJsx('span', {
    'data-rich': markup,
    // Typing must not trigger the component's own keys: the space bar folds an answer, arrow keys
    // move a carousel.
    onKeyDown: (event: React.KeyboardEvent) => event.stopPropagation(),
    children: reactJsx(LazyTextEditor, {
      text,
      markup,
      // The editor has no role and no label, because they would replace a heading's own role and
      // name.
      attributes: {
        title: label,
        'data-text': field,
        tabindex: '0',
        ...(isPlaceholderText(text) && { 'data-placeholder': '' }),
      },
      onEdit: (next: string) => editedPage.onEdit?.(file, path, next),
      isFloating: true,
    }),
  });
}

interface Mark {
  file: string;
  path: FieldPath;
  field: string;
  text: string;
  /** The text with its mark, as the components get it. */
  marked: string;
  label: string;
  markup: 'plain' | 'lines';
}

const marks: Mark[] = [];
/** The file and path of each group. */
const groups = new WeakMap<object, [file: string, path: FieldPath]>();

export function markTexts<Content>(
  schema: SchemaNode,
  value: Content,
  file: string,
  path: FieldPath = [],
): Content {
  const described = schemaFor(schema, value);
  if (typeof value === 'string') return markText(described, value, file, path) as Content;
  const children = childrenOf(described, value).map(([step, inner, child]) => [
    step,
    inner ? markTexts(inner, child, file, [...path, step]) : child,
  ]);
  if (Array.isArray(value)) return children.map(([, child]) => child) as Content;
  if (!isGroup(value)) return value;
  const copy = Object.fromEntries(children);
  groups.set(copy, [file, path]);
  return copy;
}

/** Characters for private use that no font has (Unicode 17, section 23.5). */
const FIRST_MARK = 0xf0000;
const MARK = /[\u{f0000}-\u{ffffd}]/gu;

function markText(schema: SchemaNode, text: string, file: string, path: FieldPath) {
  const field = `${file} ${path.join('.')}`;
  // A field keeps its mark, so that the list does not grow with every keystroke.
  const before = marks.findIndex((mark) => mark.field === field);
  const id = before < 0 ? marks.length : before;
  const marked = text + String.fromCodePoint(FIRST_MARK + id);
  const { reference, hasLineBreaks } = v.getMetadata(schema);
  const isText = schema.type === 'string' && (!reference || reference === 'photo');
  // Only free text gets a mark, because it would make an address or a date invalid.
  if (!isText || !(isFreeText(schema) || v.is(schema, marked))) return text;
  const label = v.getTitle(schema) ?? String(path.at(-1));
  const markup = hasLineBreaks ? 'lines' : 'plain';
  marks[id] = { file, path, field, text, marked, label, markup };
  return marked;
}

function firstMarkIn(text: string) {
  const [mark = ''] = text.match(MARK) ?? [];
  return marks[Number(mark.codePointAt(0)) - FIRST_MARK];
}

/** @returns undefined for a text that is made of several fields */
function markOf(text: string) {
  const mark = firstMarkIn(text);
  return mark?.marked === text ? mark : undefined;
}

export function withoutMarks<Given>(value: Given): Given {
  return typeof value === 'string' ? (value.replace(MARK, '') as Given) : value;
}
