import { toggleMark } from 'prosemirror-commands';
import { type Mark, type MarkType, type Node, type NodeType, Schema } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import * as v from 'valibot';
import { linkTarget, type Markup } from '../../../site/content-values.ts';
import { parseRichText, type Span, spansOf } from '../../../site/rich-text/parse-rich-text.ts';
import styles from '../../../site/rich-text/RichText.module.css';
import { writeRichText } from './write-rich-text.ts';

/** Running text as ProseMirror holds it: nothing that its Markdown could not say can be made of it. */
const marks = {
  href: {
    attrs: { href: {} },
    inclusive: false,
    toDOM: ({ attrs }: Mark) => ['a', { href: attrs.href, title: attrs.href }] as const,
    parseDOM: [
      { tag: 'a[href]', getAttrs: (a: HTMLElement) => ({ href: a.getAttribute('href') }) },
    ],
  },
  strong: { toDOM: () => ['strong'] as const, parseDOM: [{ tag: 'strong' }, { tag: 'b' }] },
  emphasis: { toDOM: () => ['em'] as const, parseDOM: [{ tag: 'em' }, { tag: 'i' }] },
};
const text = {};
const oneLine = { doc: { content: 'text*' }, text };
const likeTheSite = { class: styles.list ?? '' };

/** How much of Markdown a text knows: 'plain' none at all. */
export type TextMarkup = Markup | 'plain';

export const SCHEMAS: Record<TextMarkup, Schema> = {
  plain: new Schema({ nodes: oneLine }),
  line: new Schema({ nodes: oneLine, marks }),
  blocks: new Schema({
    nodes: {
      doc: { content: '(paragraph | bullets | numbers)+' },
      paragraph: { content: 'text*', toDOM: () => ['p', 0], parseDOM: [{ tag: 'p' }] },
      bullets: { content: 'item+', toDOM: () => ['ul', likeTheSite, 0], parseDOM: [{ tag: 'ul' }] },
      numbers: { content: 'item+', toDOM: () => ['ol', likeTheSite, 0], parseDOM: [{ tag: 'ol' }] },
      item: { content: 'paragraph', toDOM: () => ['li', 0], parseDOM: [{ tag: 'li' }] },
      text,
    },
    marks,
  }),
};

/** @param source as in the file */
export function documentOf(source: string, markup: TextMarkup): Node {
  const schema = SCHEMAS[markup];
  if (markup === 'plain') return schema.node('doc', null, source ? [schema.text(source)] : []);
  const { blocks } = parseRichText(source);
  const textsOf = (spans: Span[]) =>
    spans.map(({ text: content, href, ...style }) => {
      const link = href === undefined ? [] : [schema.mark('href', { href })];
      return schema.text(content, [
        ...link,
        ...Object.keys(style).map((name) => schema.mark(name)),
      ]);
    });
  if (markup === 'line') return schema.node('doc', null, textsOf(spansOf(blocks)));
  const paragraph = (spans: Span[]) => schema.node('paragraph', null, textsOf(spans));
  const nodes = blocks.map((block) => {
    if (block.type === 'paragraph') return paragraph(block.spans);
    const items = block.items.map((spans) => schema.node('item', null, paragraph(spans)));
    return schema.node(block.type, null, items);
  });
  return schema.node('doc', null, nodes.length > 0 ? nodes : [paragraph([])]);
}

/** As it is written in the file. */
export function sourceOf(document: Node): string {
  if (document.type.schema === SCHEMAS.plain) return document.textContent.replace(/\s*\n\s*/g, ' ');
  if (document.inlineContent) {
    return writeRichText([{ type: 'paragraph', spans: spansIn(document) }]);
  }
  return writeRichText(
    document.children.map((node) =>
      node.type.name === 'paragraph'
        ? { type: 'paragraph', spans: spansIn(node) }
        : {
            type: node.type.name === 'bullets' ? 'bullets' : 'numbers',
            items: node.children.map((item) => spansIn(item.child(0))),
          },
    ),
  );
}

const spansIn = (node: Node): Span[] =>
  node.children.map(({ text: content = '', marks: formats }) => {
    const style = formats.map(({ type, attrs }) => [type.name, attrs.href ?? true]);
    return { text: content, ...Object.fromEntries(style) };
  });

/** What can be done with running text, by a button or a key. */
const TOOLS = {
  strong: { label: 'Vet', sign: 'V', key: 'Mod-b' },
  emphasis: { label: 'Schuin', sign: 'S', key: 'Mod-i' },
  href: { label: 'Link', sign: 'Link', key: 'Mod-k' },
  bullets: { label: 'Lijst', sign: '•', key: 'Mod-Shift-8' },
  numbers: { label: 'Genummerde lijst', sign: '1.', key: 'Mod-Shift-7' },
} as const;
type Tool = keyof typeof TOOLS;

/** Those that a text knows: one line has no lists. */
export const toolsOf = ({ marks, nodes }: Schema) =>
  (Object.entries(TOOLS) as [Tool, (typeof TOOLS)[Tool]][]).filter(
    ([tool]) => tool in marks || tool in nodes,
  );

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
  if (tool === 'href') return linkAt(state).href !== '';
  if (!empty) return state.doc.rangeHasMark(from, to, mark);
  return mark.isInSet(state.storedMarks ?? $from.marks()) !== undefined;
}

/** The link that the cursor is in, else the selection without a target. */
export function linkAt({ selection, schema }: EditorState) {
  const { $from, from, to, empty } = selection;
  let start = $from.start();
  for (const node of $from.parent.children) {
    const end = start + node.nodeSize;
    const link = schema.marks.href?.isInSet(node.marks);
    if (link && start <= from && to <= end) {
      return { from: empty ? start : from, to: empty ? end : to, href: String(link.attrs.href) };
    }
    start = end;
  }
  return { from, to, href: '' };
}

/** Links the selection, else changes the link that the cursor is in; '' removes it. */
export const setLink =
  (typed: string): Command =>
  (state, dispatch) => {
    const mark = state.schema.marks.href as MarkType;
    const { from, to } = linkAt(state);
    const href = linkFrom(typed);
    const tr = state.tr.removeMark(from, to, mark);
    if (href && from === to) {
      tr.insert(from, state.schema.text(typed.trim(), [mark.create({ href })]));
    } else if (href) tr.addMark(from, to, mark.create({ href }));
    dispatch?.(tr);
    return true;
  };

/** What is typed for a link, as it goes into a file: 'www.a.be' is https://www.a.be. */
function linkFrom(typed: string): string {
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
