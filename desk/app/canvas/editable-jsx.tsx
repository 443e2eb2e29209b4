import { createContext, useContext, useLayoutEffect, useRef } from 'react';
import { jsx as reactJsx } from 'react/jsx-runtime';
import type { FieldPath } from '../../../site/content-walk.ts';
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
export function editableProps(type: unknown, props: Props): Props {
  if (!isEdited || typeof type !== 'string') return props;
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
  return next;
}

function editableChildren(children: unknown): unknown {
  if (Array.isArray(children)) return children.map(editableChildren);
  if (typeof children !== 'string') return children;
  const mark = markOf(children);
  return mark
    ? reactJsx(EditableText, { mark }, `mark-${mark.path.join('.')}`)
    : withoutMarks(children);
}

/**
 * A text that is typed into where it stands. React leaves its letters alone: a browser moves and
 * replaces them as it likes.
 */
function EditableText({ mark }: { mark: Mark }) {
  const { text, path } = mark;
  const ref = useRef<HTMLSpanElement>(null);
  /** Told and not yet come back: what comes back later than the next letter must not undo it. */
  const told = useRef<string[]>([]);
  const editing = useContext(EditingContext);
  useLayoutEffect(() => {
    const echo = told.current.indexOf(text);
    if (echo >= 0) told.current.splice(0, echo + 1);
    else if (ref.current && ref.current.textContent !== text) ref.current.textContent = text;
  }, [text]);
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
      told.current.push(written());
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
