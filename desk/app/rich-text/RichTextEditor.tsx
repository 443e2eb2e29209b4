import './rich-text.css';
import { baseKeymap, chainCommands, selectAll } from 'prosemirror-commands';
import { keymap } from 'prosemirror-keymap';
import { splitListItem } from 'prosemirror-schema-list';
import { type Command, EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { type FormEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isPlaceholder } from '../../values.ts';
import {
  documentOf,
  isOn,
  linkAt,
  SCHEMAS,
  setLink,
  sourceOf,
  type TextMarkup,
  toggle,
  toolsOf,
} from './rich-document.ts';

/** A text as it is read, with buttons for its markup. */
export function RichTextEditor(props: {
  text: string;
  markup: TextMarkup;
  attributes: Record<string, string>;
  onEdit: (text: string) => void;
  /** Over the text; otherwise its buttons are above it. */
  isFloating?: boolean;
}) {
  const { text, markup, attributes, isFloating } = props;
  const place = useRef<HTMLElement>(null);
  const view = useRef<EditorView>(null);
  /** While it has the focus. */
  const [state, setState] = useState<EditorState>();
  const [isLinking, setLinking] = useState(false);
  const onChange = useEffectEvent((next: EditorState, isEdit: boolean) => {
    setState(next);
    const source = sourceOf(next.doc);
    if (isEdit && source !== text) props.onEdit(source);
  });
  useLayoutEffect(() => {
    if (!place.current) return;
    const keys = keysOf(markup, () => setLinking(true));
    const editor = new EditorView(
      { mount: place.current },
      {
        state: EditorState.create({ doc: documentOf(text, markup), plugins: [keymap(keys)] }),
        dispatchTransaction(transaction) {
          editor.updateState(editor.state.apply(transaction));
          onChange(editor.state, transaction.docChanged);
        },
        handleDOMEvents: {
          focus() {
            setState(editor.state);
            // To be typed over.
            if (isPlaceholder(sourceOf(editor.state.doc))) selectAll(editor.state, editor.dispatch);
          },
          blur(_, { relatedTarget }) {
            if ((relatedTarget as Element | null)?.closest('.rich-tools')) return;
            setState(undefined);
            setLinking(false);
          },
        },
      },
    );
    view.current = editor;
    return () => editor.destroy();
  }, [markup]);
  useLayoutEffect(() => view.current?.setProps({ attributes }));
  useLayoutEffect(() => {
    const editor = view.current;
    if (!editor || sourceOf(editor.state.doc) === text) return;
    const { plugins } = editor.state;
    editor.updateState(EditorState.create({ doc: documentOf(text, markup), plugins }));
  }, [text, markup]);
  const run = (command: Command) => {
    setLinking(false);
    if (view.current) command(view.current.state, view.current.dispatch);
    view.current?.focus();
  };
  const link = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    run(setLink(String(new FormData(event.currentTarget).get('to'))));
  };
  const tools = state ? toolsOf(state.schema) : [];
  const Element = markup === 'blocks' ? 'div' : 'span';
  return (
    <>
      {state && tools.length > 0 && (
        <span
          className="rich-tools"
          role="toolbar"
          aria-label="Opmaak"
          // Above everything else on the page.
          popover={isFloating ? 'manual' : undefined}
          ref={(element) => {
            if (isFloating && !element?.matches(':popover-open')) element?.showPopover();
          }}
        >
          {tools.map(({ tool, label, sign }) => (
            <button
              key={tool}
              type="button"
              aria-pressed={isOn(state, tool)}
              aria-label={label}
              // Keeps the selection.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => (tool === 'href' ? setLinking(!isLinking) : run(toggle(tool)))}
            >
              {sign}
            </button>
          ))}
          {isLinking && (
            <form className="rich-link" onSubmit={link}>
              <input
                ref={(element) => element?.focus()}
                name="to"
                aria-label="Waarheen? Leeg is geen link"
                placeholder="/info, https://… of een mailadres"
                list={PLACES_ID}
                defaultValue={linkAt(state).href}
              />
              <button type="submit">Link</button>
            </form>
          )}
        </span>
      )}
      <Element className="rich-text" ref={place as never} />
    </>
  );
}

export const PLACES_ID = 'places';

/** Suggestions for links; once in each document. */
export function Places({ places }: { places: string[] }) {
  return (
    <datalist id={PLACES_ID}>
      {places.map((place) => (
        <option key={place} value={place} />
      ))}
    </datalist>
  );
}

function keysOf(markup: TextMarkup, openLink: () => void): Record<string, Command> {
  const schema = SCHEMAS[markup];
  const { item } = schema.nodes;
  const link = () => openLink() === undefined;
  const keys = toolsOf(schema).map(({ tool, key }) => {
    return [key, tool === 'href' ? link : toggle(tool)];
  });
  const split = item && chainCommands(splitListItem(item), baseKeymap.Enter as Command);
  // One line stays one line.
  return { ...baseKeymap, ...Object.fromEntries(keys), Enter: split ?? (() => true) };
}
