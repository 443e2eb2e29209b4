import { createContext, useContext, useRef } from 'react';
import { jsx as reactJsx } from 'react/jsx-runtime';
import type { Markup } from '../../../site/content-values.ts';
import type { FieldPath } from '../../../site/content-walk.ts';
import { Price } from '../../../site/parts/Price.tsx';
import { RichLine, RichText } from '../../../site/rich-text/RichText.tsx';
import { isPlaceholder } from '../../placeholder.ts';
import { RichTextEditor } from '../rich-text/RichTextEditor.tsx';
import { useEcho } from '../rich-text/use-echo.ts';
import { firstMarkIn, type Mark, markOf, withoutMarks } from './marks.ts';

/** What typing on the page does. */
export interface Editing {
  onEdit: (file: string, path: FieldPath, text: string) => void;
  /** Enter in one text of several: it becomes two. */
  onSplit: (file: string, path: FieldPath, before: string, after: string) => void;
}

export const EditingContext = createContext<Editing | undefined>(undefined);

type Props = Record<string, unknown>;

/** Elements whose text cannot be edited in place. */
const NOT_EDITABLE = ['button', 'option', 'textarea', 'title', 'style', 'text'];

let isEdited = false;

/** From now on what is rendered in this window is the edited page; the desk's own is not. */
export function editTexts(): void {
  isEdited = true;
}

/**
 * What an element of the site becomes on the edited page: its marked texts editable, links without
 * a target, answers unfolded.
 */
export function editable(type: unknown, props: Props, key: React.Key | undefined) {
  // A part of a list often has a text in it as its key, which changes while it is typed.
  const place = typeof key === 'string' ? (markOf(key)?.path.join('.') ?? withoutMarks(key)) : key;
  if (!isEdited) return { type, props, key };
  if (type === RichText || type === RichLine) {
    const mark = markOf(String(props.text));
    if (!mark) return { type, props: { text: withoutMarks(String(props.text)) }, key: place };
    const markup = type === RichText ? 'blocks' : 'line';
    return { type: EditableRichText, props: { mark, markup }, key: place };
  }
  if (type === Price) {
    const { amount } = (props as unknown as Parameters<typeof Price>[0]).price;
    const children = reactJsx(Price, props as never);
    return { type: 'span', props: { 'data-amount': amount, children }, key: place };
  }
  if (typeof type !== 'string') return { type, props, key: place };
  const next: Props = {};
  for (const [name, value] of Object.entries(props)) {
    next[name] = typeof value === 'string' ? withoutMarks(value) : value;
  }
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
  if ('children' in props && !NOT_EDITABLE.includes(type)) {
    next.children = editableChildren(props.children);
  } else if (Array.isArray(props.children)) {
    next.children = props.children.map((one) =>
      typeof one === 'string' ? withoutMarks(one) : one,
    );
  }
  return { type, props: next, key: place };
}

function editableChildren(children: unknown): unknown {
  if (Array.isArray(children)) return children.map(editableChildren);
  if (typeof children !== 'string') return children;
  const mark = markOf(children);
  if (mark) return reactJsx(EditableText, { mark }, `${mark.file} ${mark.path.join('.')}`);
  const first = firstMarkIn(children);
  // A line made of several fields is edited in the form.
  if (!first) return children;
  const field = JSON.stringify([first.file, first.path]);
  return reactJsx('span', { 'data-field': field, children: withoutMarks(children) }, field);
}

/** By which the canvas finds a text. */
export const placeOfText = (file: string, path: FieldPath) => `${file} ${path.join('.')}`;

/** Running text: with its emphasis, links and lists. */
function EditableRichText({ mark, markup }: { mark: Mark; markup: Markup }) {
  const { text, file, path, label } = mark;
  const editing = useContext(EditingContext);
  const isOneOfSeveral = typeof path.at(-1) === 'number';
  return reactJsx('span', {
    'data-rich': markup,
    // Keeps arrows from turning photos.
    onKeyDown: (event: React.KeyboardEvent) => event.stopPropagation(),
    children: reactJsx(RichTextEditor, {
      text,
      markup,
      attributes: {
        title: label,
        'data-text': placeOfText(file, path),
        tabindex: '0',
        ...(isPlaceholder(text) && { 'data-placeholder': '' }),
      },
      onEdit: (next: string) => editing?.onEdit(file, path, next),
      onSplit: isOneOfSeveral
        ? (before: string, after: string) => editing?.onSplit(file, path, before, after)
        : undefined,
      isFloating: true,
    }),
  });
}

/**
 * A text that is edited in place. React leaves its letters alone: a browser moves and
 * replaces them as it likes.
 */
function EditableText({ mark }: { mark: Mark }) {
  const { text, file, path } = mark;
  const ref = useRef<HTMLSpanElement>(null);
  const editing = useContext(EditingContext);
  const noteTyped = useEcho(text, (next) => {
    if (ref.current && ref.current.textContent !== next) ref.current.textContent = next;
  });
  const typedText = () => (ref.current?.textContent ?? '').replace(/\s*\n\s*/g, ' ');
  return reactJsx('span', {
    ref,
    tabIndex: 0,
    // No role and no label: a heading is called what its text says, not 'Kop'.
    title: mark.label,
    'data-text': placeOfText(file, path),
    'data-placeholder': isPlaceholder(text) ? '' : undefined,
    contentEditable: 'plaintext-only',
    suppressContentEditableWarning: true,
    onFocus: () => {
      // What is typed takes the place of it.
      if (isPlaceholder(text) && ref.current) getSelection()?.selectAllChildren(ref.current);
    },
    onInput: () => {
      noteTyped(typedText());
      editing?.onEdit(file, path, typedText());
    },
    onKeyDown: (event: React.KeyboardEvent) => {
      // Also keeps the space bar from folding an answer, and arrows from turning photos.
      event.stopPropagation();
      if (event.key !== 'Enter') return;
      event.preventDefault();
      const at = getSelection()?.getRangeAt(0);
      if (typeof path.at(-1) !== 'number' || !at || !ref.current) {
        focusNextPlaceholder(ref.current);
        return;
      }
      const before = document.createRange();
      before.setStart(ref.current, 0);
      before.setEnd(at.startContainer, at.startOffset);
      const start = before.toString();
      editing?.onSplit(file, path, start.trimEnd(), typedText().slice(start.length).trimStart());
    },
  });
}

/** Enter goes on to what is still to be filled in, as in a form on a phone. */
function focusNextPlaceholder(from: HTMLElement | null): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-placeholder]')];
  const next = all.find(
    (one) => from && from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  next?.focus();
}
