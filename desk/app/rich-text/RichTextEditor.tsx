import { baseKeymap, chainCommands, newlineInCode, selectAll } from 'prosemirror-commands';
import { keymap } from 'prosemirror-keymap';
import {
  type DOMParser,
  type Node as EditorNode,
  type ParseOptions,
  type ResolvedPos,
  Slice,
} from 'prosemirror-model';
import { splitListItem } from 'prosemirror-schema-list';
import { type Command, EditorState, type Transaction } from 'prosemirror-state';
import { type EditorProps, EditorView } from 'prosemirror-view';
import {
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isPlaceholderText } from '../../../publish/content/placeholder-texts.ts';
import type { Block } from '../../../site/rich-text/parse-rich-text.ts';
import { cleanLines, readHtml, readText, rowsOf } from './clipboard.ts';
import { PAGE_PATHS_ID } from './PagePaths.tsx';
import { placeBeside } from './place-tools.ts';
import {
  documentOf,
  fitBlocks,
  isOn,
  linkAt,
  openEnds,
  SCHEMAS,
  setLink,
  showAsWritten,
  sourceOf,
  styleAt,
  type TextMarkup,
  toggle,
  toolsOf,
} from './rich-document.ts';

/** A text as it is read, with buttons for its markup; `LazyTextEditor` loads it. */
export function RichTextEditor(props: {
  text: string;
  markup: TextMarkup;
  attributes: Record<string, string>;
  onEdit: (text: string) => void;
  /** Whether the buttons float over the text; otherwise they stand above it. */
  isFloating?: boolean;
  /** Whether the text had the focus while this was loaded. */
  hadFocus: RefObject<boolean>;
}) {
  const { text, markup, attributes, isFloating } = props;
  const mount = useRef<HTMLElement>(null);
  const view = useRef<EditorView>(null);
  /** The open editor, while the text has the focus. */
  const [state, setState] = useState<EditorState>();
  const [isLinking, setLinking] = useState(false);
  /** Whether a line break was refused. */
  const [isOneLine, setOneLine] = useState(false);
  const onChange = useEffectEvent((next: EditorState, isEdit: boolean) => {
    setState(next);
    const source = sourceOf(next.doc);
    if (isEdit && source !== text) props.onEdit(source);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text has an effect below
  useLayoutEffect(() => {
    if (!mount.current) return;
    const refuseBreak = () => setOneLine(true);
    const keys = keysOf(markup, () => setLinking(true), refuseBreak);
    const editor = new EditorView(
      { mount: mount.current },
      {
        state: EditorState.create({ doc: documentOf(text, markup), plugins: [keymap(keys)] }),
        ...clipboardProps(markup, refuseBreak),
        dispatchTransaction(transaction) {
          const isEdit = transaction.docChanged;
          if (isEdit) setOneLine(false);
          editor.updateState(editor.state.apply(transaction));
          // Typed characters may still become text that Markdown can express, so they are
          // normalised later.
          if (isEdit && !isTyping(transaction)) settle(editor, markup);
          onChange(editor.state, isEdit);
        },
        handleDOMEvents: {
          focus() {
            setState(editor.state);
            // A placeholder is selected, so that it is typed over.
            if (isPlaceholderText(sourceOf(editor.state.doc)))
              selectAll(editor.state, editor.dispatch);
          },
          blur(_, { relatedTarget }) {
            if ((relatedTarget as Element | null)?.closest('.rich-tools')) return;
            close();
          },
          keydown: readSelection,
          copy: readSelection,
          cut: readSelection,
          paste: readSelection,
        },
      },
    );
    view.current = editor;
    if (props.hadFocus.current) editor.focus();
    props.hadFocus.current = false;
    return () => editor.destroy();
  }, [markup]);
  useLayoutEffect(() => {
    if (!view.current) return;
    readSelection(view.current);
    view.current.setProps({ attributes });
  });
  useLayoutEffect(() => {
    const editor = view.current;
    if (!editor || sourceOf(editor.state.doc) === text) return;
    editor.updateState(stateWith(editor.state, documentOf(text, markup)));
  }, [text, markup]);
  function close() {
    if (view.current) settle(view.current, markup);
    setState(undefined);
    setLinking(false);
    setOneLine(false);
  }
  const leaveTools = ({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // Another window has the focus, perhaps to copy a link.
    if (target === document.activeElement) return;
    const isHere = [currentTarget, mount.current].some((part) => part?.contains(relatedTarget));
    if (!isHere) close();
  };
  const execute = (command: Command) => {
    setLinking(false);
    if (!view.current) return;
    readSelection(view.current);
    command(view.current.state, view.current.dispatch);
    view.current.focus();
  };
  const link = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    execute(setLink(String(new FormData(event.currentTarget).get('to'))));
  };
  const tools = state ? toolsOf(state.schema) : [];
  const Element = markup === 'blocks' ? 'div' : 'span';
  return (
    <>
      {state && (tools.length > 0 || isOneLine) && (
        <span
          className="rich-tools"
          role="toolbar"
          aria-label="Opmaak"
          onBlur={leaveTools}
          // The buttons are above everything else on the page.
          popover={isFloating ? 'manual' : undefined}
          ref={(element) => {
            if (!isFloating || !element || !mount.current) return;
            // Safari 16 has no popovers: there the buttons are fixed (rich-text.css).
            if (element.showPopover && !element.matches(':popover-open')) element.showPopover();
            return placeBeside(element, mount.current);
          }}
        >
          {isOneLine && (
            <span className="rich-refusal" role="status">
              Deze tekst is één regel.
            </span>
          )}
          {tools.map(({ tool, label, ...face }) => (
            <button
              key={tool}
              type="button"
              aria-pressed={isOn(state, tool)}
              aria-label={label}
              // The default action would end the selection.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                if (tool !== 'href') execute(toggle(tool));
                else if (isLinking) execute(() => true);
                else setLinking(true);
              }}
            >
              {'letter' in face ? face.letter : <Drawing path={face.drawing} />}
            </button>
          ))}
          {isLinking && (
            <form className="rich-link" onSubmit={link}>
              <input
                ref={(element) => element?.focus()}
                name="to"
                aria-label="Waarheen? Leeg is geen link"
                placeholder="/info, https://… of een mailadres"
                list={PAGE_PATHS_ID}
                defaultValue={linkAt(state).href}
              />
              <button type="submit">Link</button>
            </form>
          )}
        </span>
      )}
      <Element className="rich-text" ref={mount as never} />
    </>
  );
}

/**
 * Makes the editor read the browser's selection. A busy browser handles keys, clicks and pastes
 * before the event that tells the editor where the caret went. Without this the edit would come
 * where the caret had been, or a redraw would put the caret back.
 */
function readSelection(view: EditorView) {
  if (view.composing) return;
  view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
}

/** Shows the text as the page will show it after it was written as Markdown. */
function settle(view: EditorView, markup: TextMarkup) {
  const tr = showAsWritten(view.state.tr, markup);
  if (tr.docChanged) view.updateState(view.state.apply(tr));
}

/** Replaces only the part that differs, so that the caret stays at its character. */
function stateWith(state: EditorState, next: EditorNode): EditorState {
  const { doc, plugins } = state;
  const from = doc.content.findDiffStart(next.content);
  const end = doc.content.findDiffEnd(next.content);
  if (from !== null && end) {
    // When 'een' becomes 'eeen', the same letters are equal from the start and from the end: both
    // counts would include them.
    const more = Math.max(0, from - Math.min(end.a, end.b));
    const slice = next.slice(from, end.b + more);
    const changed = state.apply(state.tr.replace(from, end.a + more, slice));
    if (changed.doc.eq(next)) return changed;
  }
  return EditorState.create({ doc: next, plugins });
}

function keysOf(markup: TextMarkup, openLink: () => void, refuseBreak: () => void) {
  const schema = SCHEMAS[markup];
  const { item } = schema.nodes;
  const link = () => openLink() === undefined;
  const keys = toolsOf(schema).map(({ tool, key }): [string, Command] => {
    return [key, tool === 'href' ? link : toggle(tool)];
  });
  const split = item && chainCommands(splitListItem(item), baseKeymap.Enter as Command);
  const refuse = () => refuseBreak() === undefined;
  const enter = split ?? chainCommands(newlineInCode, refuse);
  // Every variant of Enter has a command, because for one without a command the browser inserts a
  // break of its own.
  const enters = ['Enter', 'Shift-Enter', 'Mod-Enter'].map((key): [string, Command] => [
    key,
    enter,
  ]);
  return { ...baseKeymap, ...Object.fromEntries([...keys, ...enters]) };
}

/** Handles text that is pasted or dropped. */
function clipboardProps(markup: TextMarkup, refuseBreak: () => void): EditorProps {
  const hasBreaks = markup === 'blocks' || markup === 'lines';
  const read = (blocks: Block[], position: ResolvedPos) => {
    // The message is shown after the edit, which would hide it.
    if (!hasBreaks && rowsOf(blocks).length > 1) queueMicrotask(refuseBreak);
    return fitBlocks(blocks, position);
  };
  const parseSlice = (dom: Node, { context }: ParseOptions) =>
    new Slice(read(readHtml(dom as HTMLElement), context as ResolvedPos), 0, 0);
  return {
    // ProseMirror calls no other method of the parser.
    clipboardParser: { parseSlice } as unknown as DOMParser,
    clipboardTextParser: (text, position) =>
      new Slice(read(readText(text, styleAt(position)), position), 0, 0),
    transformPastedText: cleanLines,
    transformPasted: ({ content }) => openEnds(content),
  };
}

/** Whether a change was typed: it is neither pasted nor a change of marks. */
const isTyping = (transaction: Transaction) =>
  !transaction.getMeta('uiEvent') && transaction.steps.every((step) => 'slice' in step);

function Drawing({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
