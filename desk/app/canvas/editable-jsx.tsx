import { createContext, useContext, useRef } from 'react';
import { jsx as reactJsx } from 'react/jsx-runtime';
import type { Markup } from '../../../site/content-values.ts';
import type { FieldPath } from '../../../site/content-walk.ts';
import { RichLine, RichText } from '../../../site/rich-text/RichText.tsx';
import { RichTextEditor } from '../rich-text/RichTextEditor.tsx';
import { useEcho } from '../rich-text/use-echo.ts';
import { type Mark, markOf, withoutMarks } from './marks.ts';

/** What the page tells of the texts in it. */
export interface Editing {
  onEdit: (path: FieldPath, text: string) => void;
  /** Enter in one text of several: it becomes two. */
  onSplit: (path: FieldPath, before: string, after: string) => void;
}

export const EditingContext = createContext<Editing | undefined>(undefined);

type Props = Record<string, unknown>;

let isEdited = false;

/** From now on what is rendered in this window is the edited page; the desk's own is not. */
export function editTexts(): void {
  isEdited = true;
}

/**
 * What an element of the site becomes on the page that is edited: its marked texts editable, links
 * without a target (a click chooses the section), answers unfolded.
 */
export function editable(type: unknown, props: Props, key: React.Key | undefined) {
  // A part of a list is often called by a text in it, which is typed in.
  const place = typeof key === 'string' ? (markOf(key)?.path.join('.') ?? key) : key;
  if (!isEdited) return { type, props, key };
  if (type === RichText || type === RichLine) {
    const mark = markOf(String(props.text));
    if (!mark) return { type, props: { text: withoutMarks(String(props.text)) }, key: place };
    const markup = type === RichText ? 'blocks' : 'line';
    return { type: EditableRichText, props: { mark, markup }, key: place };
  }
  if (typeof type !== 'string') return { type, props, key: place };
  const next: Props = {};
  for (const [name, value] of Object.entries(props)) {
    next[name] = typeof value === 'string' ? withoutMarks(value) : value;
  }
  if (type === 'a') {
    delete next.href;
    next.role = 'link';
  }
  if (type === 'details') next.open = true;
  if ('children' in props) next.children = editableChildren(props.children);
  return { type, props: next, key: place };
}

function editableChildren(children: unknown): unknown {
  if (Array.isArray(children)) return children.map(editableChildren);
  if (typeof children !== 'string') return children;
  const mark = markOf(children);
  return mark
    ? reactJsx(EditableText, { mark }, `mark-${mark.path.join('.')}`)
    : withoutMarks(children);
}

/** Running text: with its emphasis, links and lists. */
function EditableRichText({ mark, markup }: { mark: Mark; markup: Markup }) {
  const { text, path, label } = mark;
  const editing = useContext(EditingContext);
  const isOneOfSeveral = typeof path.at(-1) === 'number';
  return reactJsx('span', {
    'data-rich': markup,
    // Keeps arrows from turning photos.
    onKeyDown: (event: React.KeyboardEvent) => event.stopPropagation(),
    children: reactJsx(RichTextEditor, {
      text,
      markup,
      attributes: { title: label, 'data-text': path.join('.'), tabindex: '0' },
      onEdit: (next: string) => editing?.onEdit(path, next),
      onSplit: isOneOfSeveral
        ? (before: string, after: string) => editing?.onSplit(path, before, after)
        : undefined,
      isFloating: true,
    }),
  });
}

/**
 * A text that is typed into where it stands. React leaves its letters alone: a browser moves and
 * replaces them as it likes.
 */
function EditableText({ mark }: { mark: Mark }) {
  const { text, path } = mark;
  const ref = useRef<HTMLSpanElement>(null);
  const editing = useContext(EditingContext);
  const told = useEcho(text, (next) => {
    if (ref.current && ref.current.textContent !== next) ref.current.textContent = next;
  });
  const written = () => (ref.current?.textContent ?? '').replace(/\s*\n\s*/g, ' ');
  return reactJsx('span', {
    ref,
    tabIndex: 0,
    // No role and no label: a heading is called what its text says, not 'Kop'.
    title: mark.label,
    'data-text': path.join('.'),
    contentEditable: 'plaintext-only',
    suppressContentEditableWarning: true,
    onInput: () => {
      told(written());
      editing?.onEdit(path, written());
    },
    onKeyDown: (event: React.KeyboardEvent) => {
      // Also keeps the space bar from folding an answer, and arrows from turning photos.
      event.stopPropagation();
      if (event.key !== 'Enter') return;
      event.preventDefault();
      const at = getSelection()?.getRangeAt(0);
      if (typeof path.at(-1) !== 'number' || !at || !ref.current) return;
      const before = document.createRange();
      before.setStart(ref.current, 0);
      before.setEnd(at.startContainer, at.startOffset);
      const start = before.toString();
      editing?.onSplit(path, start.trimEnd(), written().slice(start.length).trimStart());
    },
  });
}
