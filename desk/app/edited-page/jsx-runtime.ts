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
 * site's components: each text of the content ends with an invisible watermark (known as stega),
 * and an element with a watermarked text becomes an editor.
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
    const watermark = watermarkOf(String(props.text));
    if (!watermark) return reactJsx(type, { text: withoutWatermarks(props.text) }, reactKey);
    const markup = type === RichText ? 'blocks' : 'line';
    return reactJsx(EditableText, { watermark, markup }, reactKey);
  }
  if (type === Price) {
    const [file, path = []] = groups.get(props.price as object) ?? [];
    // A price is a single target that opens the form at its amount; the form has the words around
    // the amount beside it.
    const words = Object.entries(props.price as Props).map(([key, word]) => [
      key,
      withoutWatermarks(word),
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
  return watermarkOf(key)?.field ?? withoutWatermarks(key);
}

export { Fragment, jsx as jsxs };

const NOT_EDITABLE = ['button', 'option', 'textarea', 'title', 'style', 'text'];

/** Makes texts editors, removes the targets of links, and unfolds answers. */
function editableProps(type: string, props: Props): Props {
  const entries = Object.entries(props).map(([name, value]) => [name, withoutWatermarks(value)]);
  const { href, ...next }: Props = Object.fromEntries(entries);
  const photo = firstWatermarkIn(String(props['data-photo'] ?? ''));
  if (photo) Object.assign(next, fieldAt(photo.file, photo.path));
  if (type === 'a') {
    next['data-href'] = href;
    next.role = 'link';
    // A link without an editable text must stay focusable, so that Enter can follow it.
    if (typeof props.children !== 'string' || !firstWatermarkIn(props.children)) {
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
    next.children = mapChildTexts(props.children, isEditable ? editableText : withoutWatermarks);
  }
  return next;
}

function mapChildTexts(children: unknown, map: (text: string) => unknown): unknown {
  if (Array.isArray(children)) return children.map((child) => mapChildTexts(child, map));
  return typeof children === 'string' ? map(children) : children;
}

function editableText(text: string) {
  const watermark = watermarkOf(text);
  if (watermark)
    return reactJsx(EditableText, { watermark, markup: watermark.markup }, watermark.field);
  const first = firstWatermarkIn(text);
  if (!first) return text;
  // A text composed of several fields is edited in the form.
  const props = { ...fieldAt(first.file, first.path), children: withoutWatermarks(text) };
  return reactJsx('span', props, first.field);
}

/** The attribute by which a tap finds the field of a value. */
const fieldAt = (file: string | undefined, path: FieldPath) => ({
  'data-field': file && JSON.stringify([file, path]),
});

function EditableText({ watermark, markup }: { watermark: Watermark; markup: TextMarkup }) {
  const { text, file, path, field, label } = watermark;
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

interface Watermark {
  file: string;
  path: FieldPath;
  field: string;
  text: string;
  /** The text with its watermark, as the components get it. */
  watermarked: string;
  label: string;
  markup: 'plain' | 'lines';
}

const watermarks: Watermark[] = [];
/** The file and path of each group. */
const groups = new WeakMap<object, [file: string, path: FieldPath]>();

export function watermarkTexts<Content>(
  schema: SchemaNode,
  value: Content,
  file: string,
  path: FieldPath = [],
): Content {
  const described = schemaFor(schema, value);
  if (typeof value === 'string') return watermarkText(described, value, file, path) as Content;
  const children = childrenOf(described, value).map(([step, inner, child]) => [
    step,
    inner ? watermarkTexts(inner, child, file, [...path, step]) : child,
  ]);
  if (Array.isArray(value)) return children.map(([, child]) => child) as Content;
  if (!isGroup(value)) return value;
  const copy = Object.fromEntries(children);
  groups.set(copy, [file, path]);
  return copy;
}

/** Characters for private use that no font has (Unicode 17, section 23.5). */
const FIRST_WATERMARK = 0xf0000;
const WATERMARK = /[\u{f0000}-\u{ffffd}]/gu;

function watermarkText(schema: SchemaNode, text: string, file: string, path: FieldPath) {
  const field = `${file} ${path.join('.')}`;
  // A field keeps its watermark, so that the list does not grow with every keystroke.
  const before = watermarks.findIndex((watermark) => watermark.field === field);
  const id = before < 0 ? watermarks.length : before;
  const watermarked = text + String.fromCodePoint(FIRST_WATERMARK + id);
  const { reference, hasLineBreaks } = v.getMetadata(schema);
  const isText = schema.type === 'string' && (!reference || reference === 'photo');
  // Only free text gets a watermark, because it would make an address or a date invalid.
  if (!isText || !(isFreeText(schema) || v.is(schema, watermarked))) return text;
  const label = v.getTitle(schema) ?? String(path.at(-1));
  const markup = hasLineBreaks ? 'lines' : 'plain';
  watermarks[id] = { file, path, field, text, watermarked, label, markup };
  return watermarked;
}

function firstWatermarkIn(text: string) {
  const [watermark = ''] = text.match(WATERMARK) ?? [];
  return watermarks[Number(watermark.codePointAt(0)) - FIRST_WATERMARK];
}

/** @returns undefined for a text that is made of several fields */
function watermarkOf(text: string) {
  const watermark = firstWatermarkIn(text);
  return watermark?.watermarked === text ? watermark : undefined;
}

export function withoutWatermarks<Given>(value: Given): Given {
  return typeof value === 'string' ? (value.replace(WATERMARK, '') as Given) : value;
}
