import { baseKeymap, chainCommands, toggleMark } from 'prosemirror-commands';
import type { MarkType, NodeType } from 'prosemirror-model';
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import * as v from 'valibot';
import { linkTarget } from '../../../site/content-values.ts';

/** What can be done with running text, by a button or a key. */
export const TOOLS = {
  strong: { label: 'Vet', sign: 'V', key: 'Mod-b' },
  emphasis: { label: 'Schuin', sign: 'S', key: 'Mod-i' },
  link: { label: 'Link', sign: 'Link', key: 'Mod-k' },
  bullets: { label: 'Lijst', sign: '•', key: 'Mod-Shift-8' },
  numbers: { label: 'Genummerde lijst', sign: '1.', key: 'Mod-Shift-7' },
} as const;
export type Tool = keyof typeof TOOLS;

/** Those that a text knows: one line has no lists. */
export const toolsOf = ({ schema }: EditorState): Tool[] =>
  (Object.keys(TOOLS) as Tool[]).filter((tool) => tool in schema.marks || tool in schema.nodes);

/** Turns emphasis or a list on or off. */
export const toggle =
  (tool: Tool): Command =>
  (state, dispatch) => {
    const { marks, nodes } = state.schema;
    if (tool in marks) return toggleMark(marks[tool] as MarkType)(state, dispatch);
    if (!isOn(state, tool)) return wrapInList(nodes[tool] as NodeType)(state, dispatch);
    return liftListItem(nodes.item as NodeType)(state, dispatch);
  };

/** Whether it holds where the cursor is. */
export function isOn(state: EditorState, tool: Tool): boolean {
  const { $from, from, to, empty } = state.selection;
  const mark = state.schema.marks[tool];
  if (!mark) return $from.depth > 1 && $from.node(1).type.name === tool;
  if (empty)
    return (
      mark.isInSet(state.storedMarks ?? $from.marks()) !== undefined ||
      linkAt(state, mark) !== undefined
    );
  return state.doc.rangeHasMark(from, to, mark);
}

/** The link that the cursor is in. */
function linkAt({ selection: { $from } }: EditorState, mark: MarkType) {
  if (mark.name !== 'link') return undefined;
  let start = $from.start();
  for (const node of $from.parent.children) {
    const end = start + node.nodeSize;
    const link = mark.isInSet(node.marks);
    if (link && start <= $from.pos && $from.pos <= end)
      return { start, end, href: String(link.attrs.href) };
    start = end;
  }
  return undefined;
}

/** The target of the selected link; empty for none. */
export function hrefOf(state: EditorState): string {
  const mark = state.schema.marks.link as MarkType;
  return linkAt(state, mark)?.href ?? '';
}

/** Links the selection, else changes the link that the cursor is in; '' removes it. */
export const setLink =
  (typed: string): Command =>
  (state, dispatch) => {
    const mark = state.schema.marks.link as MarkType;
    const { from, to, empty } = state.selection;
    const current = linkAt(state, mark);
    const [start, end] = empty && current ? [current.start, current.end] : [from, to];
    const href = linkFrom(typed);
    const { tr } = state;
    tr.removeMark(start, end, mark);
    if (href && start === end)
      tr.insert(start, state.schema.text(typed.trim(), [mark.create({ href })]));
    else if (href) tr.addMark(start, end, mark.create({ href }));
    dispatch?.(tr);
    return true;
  };

/** What is typed for a link, as it goes into a file: 'www.a.be' is https://www.a.be. */
export function linkFrom(typed: string): string {
  const place = typed
    .trim()
    .replace(/^http:\/\//i, 'https://')
    .replace(/[\s()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  if (place === '' || v.is(linkTarget, place)) return place;
  if (/^[^@/:]+@[^@/:]+\.[a-z]+$/i.test(place)) return `mailto:${place}`;
  if (/^\+?[\d\s./-]{8,}$/.test(typed.trim())) return `tel:${typed.replace(/[^\d+]/g, '')}`;
  if (/^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(place)) return `https://${place}`;
  return place;
}

/** A browser reports a selection made by keys a moment after the key. */
const soon =
  (command: Command): Command =>
  (_, __, view) => {
    setTimeout(() => view && command(view.state, view.dispatch, view));
    return true;
  };

/**
 * @param link opens the field for the target
 * @param split what Enter does in a paragraph outside a list
 */
export function keysOf(
  schema: EditorState['schema'],
  link: Command,
  split: Command,
): Record<string, Command> {
  const { item } = schema.nodes;
  const enter = item ? [splitListItem(item), baseKeymap.Enter as Command] : [];
  return {
    ...baseKeymap,
    Enter: chainCommands(split, ...enter, () => true),
    'Mod-Enter': () => true,
    'Mod-b': soon(toggle('strong')),
    'Mod-i': soon(toggle('emphasis')),
    'Mod-k': soon(link),
    ...(item && { 'Mod-Shift-8': soon(toggle('bullets')), 'Mod-Shift-7': soon(toggle('numbers')) }),
  };
}
