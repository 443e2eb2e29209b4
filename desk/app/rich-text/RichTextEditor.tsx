import './rich-text.css';
import { selectAll } from 'prosemirror-commands';
import { keymap } from 'prosemirror-keymap';
import { EditorState, Plugin } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import {
  createContext,
  useContext,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import type { Markup } from '../../../site/content-values.ts';
import { isPlaceholder } from '../../placeholder.ts';
import { hrefOf, isOn, keysOf, setLink, TOOLS, type Tool, toggle, toolsOf } from './commands.ts';
import { documentOf, SCHEMAS, sourceOf } from './rich-document.ts';
import { useEcho } from './use-echo.ts';

/** Pages that a link may be made to, to choose from. */
export const PlacesContext = createContext<string[]>([]);

export interface RichTextProps {
  /** As it is in the file. */
  text: string;
  markup: Markup;
  /** Of the element that is typed in: how it is called, what tells more. */
  attributes: Record<string, string>;
  onEdit: (text: string) => void;
  /** Enter in a paragraph: it becomes two. */
  onSplit?: ((before: string, after: string) => void) | undefined;
  /** Its buttons float over it on the page; in a form they are above it. */
  isFloating?: boolean;
}

/** Running text, typed as it is read; its buttons show while it is typed in. */
export function RichTextEditor(props: RichTextProps) {
  const { text, markup, attributes, isFloating } = props;
  const place = useRef<HTMLElement>(null);
  const view = useRef<EditorView>(null);
  const toolbar = useRef<HTMLElement>(null);
  const [state, setState] = useState<EditorState>();
  const [isLinking, setLinking] = useState(false);
  const reportTyped = useRef((_: string) => {});
  const onChange = useEffectEvent((next: EditorState, isEdit: boolean) => {
    setState(next);
    if (!isEdit) return;
    const source = sourceOf(next.doc);
    reportTyped.current(source);
    if (source !== text) props.onEdit(source);
  });
  const split = useEffectEvent(({ doc, selection: { $from, $to } }: EditorState) => {
    if (!props.onSplit || $from.depth !== 1) return false;
    props.onSplit(sourceOf(doc.cut(0, $from.pos)), sourceOf(doc.cut($to.pos)));
    return true;
  });
  useLayoutEffect(() => {
    if (!place.current) return;
    const link = () => {
      setLinking(true);
      return true;
    };
    const come = (editor: EditorView) => {
      setState(editor.state);
      // What is typed takes the place of it.
      if (isPlaceholder(sourceOf(editor.state.doc))) selectAll(editor.state, editor.dispatch);
    };
    const leave = (_: EditorView, { relatedTarget }: FocusEvent) => {
      if (toolbar.current?.contains(relatedTarget as Node | null)) return;
      setState(undefined);
      setLinking(false);
    };
    const made = new EditorView(
      { mount: place.current },
      {
        state: EditorState.create({
          doc: documentOf(text, markup),
          plugins: [
            keymap(keysOf(SCHEMAS[markup], link, (now) => split(now))),
            new Plugin({
              props: {
                handleDOMEvents: { blur: leave, focus: come },
              },
            }),
          ],
        }),
        dispatchTransaction(transaction) {
          made.updateState(made.state.apply(transaction));
          onChange(made.state, transaction.docChanged);
        },
      },
    );
    view.current = made;
    return () => made.destroy();
  }, [markup]);
  useLayoutEffect(() => {
    view.current?.setProps({ attributes });
  }, [JSON.stringify(attributes)]);
  reportTyped.current = useEcho(text, (next) => {
    const now = view.current;
    if (!now || sourceOf(now.state.doc) === next) return;
    now.updateState(
      EditorState.create({ doc: documentOf(next, markup), plugins: now.state.plugins }),
    );
  });
  const run = (command: ReturnType<typeof toggle>) => {
    const now = view.current;
    if (!now) return;
    command(now.state, now.dispatch);
    now.focus();
  };
  const close = () => {
    setLinking(false);
    view.current?.focus();
  };
  const tools = state && (
    <span
      className="rich-tools"
      role="toolbar"
      aria-label="Opmaak"
      ref={toolbar}
      style={isFloating ? above(place.current) : undefined}
    >
      {toolsOf(state).map((tool) => (
        <ToolButton
          key={tool}
          tool={tool}
          isOn={isOn(state, tool)}
          onUse={() => (tool === 'link' ? setLinking(!isLinking) : run(toggle(tool)))}
        />
      ))}
      {isLinking && (
        <LinkField
          href={hrefOf(state)}
          onClose={close}
          onSet={(typed) => {
            setLinking(false);
            run(setLink(typed));
          }}
        />
      )}
    </span>
  );
  const Element = markup === 'line' ? 'span' : 'div';
  return (
    <>
      {!isFloating && tools}
      <Element className="rich-text" ref={place as never} />
      {isFloating && tools && createPortal(tools, document.querySelector('main') ?? document.body)}
    </>
  );
}

function ToolButton(props: { tool: Tool; isOn: boolean; onUse: () => void }) {
  const { label, sign, key } = TOOLS[props.tool];
  const keys = key.replace('Mod', 'Ctrl').replaceAll('-', '+').toUpperCase();
  return (
    <button
      type="button"
      aria-pressed={props.isOn}
      aria-label={label}
      title={`${label} (${keys.replace('CTRL', 'Ctrl').replace('SHIFT', 'Shift')})`}
      // Keeps the selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.onUse}
    >
      {sign}
    </button>
  );
}

function LinkField(props: { href: string; onSet: (typed: string) => void; onClose: () => void }) {
  const [typed, setTyped] = useState(props.href);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <span className="rich-link">
      <input
        ref={field}
        aria-label="Waarheen?"
        placeholder="/info, https://… of een mailadres"
        list={id}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          if (event.key === 'Enter') props.onSet(typed);
          else props.onClose();
        }}
      />
      <datalist id={id}>
        {useContext(PlacesContext).map((place) => (
          <option key={place} value={place} />
        ))}
      </datalist>
      <button type="button" onClick={() => props.onSet(typed)}>
        Link
      </button>
      {props.href !== '' && (
        <button type="button" onClick={() => props.onSet('')}>
          Weg
        </button>
      )}
    </span>
  );
}

/** Over the first line of a text, in the page's own pixels, or below it at the top of a window. */
function above(element: Element | null) {
  const { left = 0, top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  const isNearTop = top < 120;
  return {
    position: 'absolute',
    zIndex: 20,
    left: Math.max(8, left) + window.scrollX,
    top: (isNearTop ? bottom + 8 : top - 52) + window.scrollY,
  } as const;
}
