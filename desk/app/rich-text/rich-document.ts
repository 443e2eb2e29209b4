import { toggleMark } from 'prosemirror-commands';
import {
  Fragment,
  type Mark,
  type MarkType,
  Node,
  type NodeType,
  type ResolvedPos,
  Schema,
  Slice,
} from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState, Transaction } from 'prosemirror-state';
import {
  type Block,
  type List,
  parseRichText,
  type Span,
  spansOf,
} from '../../../site/rich-text/parse-rich-text.ts';
import styles from '../../../site/rich-text/RichText.module.css';
import type { Markup } from '../../../site/schema/content-values.ts';
import { rowsOf } from './clipboard.ts';
import { encodeParenthesis, encodeTarget, writeRichText } from './write-rich-text.ts';

/* A text as a ProseMirror document, whose schema allows only what its Markdown can express. */

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
const list = (tag: string) => ({
  content: 'item+',
  toDOM: () => [tag, { class: styles.list ?? '' }, 0] as const,
  parseDOM: [{ tag }],
});

/** 'plain' and 'lines' have no Markdown; only 'lines' has line breaks. */
export type TextMarkup = Markup | 'plain' | 'lines';

export const SCHEMAS: Record<TextMarkup, Schema> = {
  plain: new Schema({ nodes: oneLine }),
  lines: new Schema({ nodes: { doc: { content: 'text*', code: true }, text } }),
  line: new Schema({ nodes: oneLine, marks }),
  blocks: new Schema({
    nodes: {
      doc: { content: '(paragraph | bullets | numbers)+' },
      paragraph: { content: 'text*', toDOM: () => ['p', 0], parseDOM: [{ tag: 'p' }] },
      bullets: list('ul'),
      numbers: list('ol'),
      item: { content: 'paragraph', toDOM: () => ['li', 0], parseDOM: [{ tag: 'li' }] },
      text,
    },
    marks,
  }),
};

export function documentOf(source: string, markup: TextMarkup): Node {
  const schema = SCHEMAS[markup];
  const lines = markup === 'lines' ? source : source.replace(/\s*\n\s*/g, ' ');
  const plain: Block = { type: 'paragraph', spans: [{ text: lines }] };
  const read = schema.marks.strong ? parseRichText(source).blocks : [];
  const blocks = read.length > 0 ? read : [plain];
  const content = markup === 'blocks' ? blocks.map(nodeOf) : textsOf(spansOf(blocks));
  return Node.fromJSON(schema, { type: 'doc', content });
}

function nodeOf(block: Block) {
  if (block.type === 'paragraph') return paragraphOf(block.spans);
  const items = block.items.map((spans) => ({ type: 'item', content: [paragraphOf(spans)] }));
  return { type: block.type, content: items };
}

const paragraphOf = (spans: Span[]) => ({ type: 'paragraph', content: textsOf(spans) });

function textsOf(spans: Span[]) {
  const texts = spans.filter((span) => span.text !== '');
  return texts.map(({ text, ...style }) => {
    const marks = Object.entries(style).map(([type, href]) => ({ type, attrs: { href } }));
    return { type: 'text', text, marks };
  });
}

export function sourceOf(document: Node): string {
  const { type, textContent } = document;
  if (type.schema === SCHEMAS.lines) return textContent;
  if (type.schema === SCHEMAS.plain) return textContent.replace(/\s*\n\s*/g, ' ');
  const nodes = document.inlineContent ? [document] : document.children;
  return writeRichText(nodes.map(blockOf));
}

/**
 * Gives each character the marks that it has after writing and parsing the Markdown, so that the
 * page shows the text as the file will contain it.
 */
export function showAsWritten(tr: Transaction, markup: TextMarkup): Transaction {
  if (!tr.doc.type.schema.marks.strong) return tr;
  const shown = charactersIn(tr.doc);
  const written = charactersIn(documentOf(sourceOf(tr.doc), markup));
  for (const [index, { at, text, marks }] of shown.entries()) {
    const next = written[index];
    if (next?.text !== text) return tr;
    const to = at + text.length;
    for (const mark of marks) if (!mark.isInSet(next.marks)) tr.removeMark(at, to, mark);
    for (const mark of next.marks) if (!mark.isInSet(marks)) tr.addMark(at, to, mark);
  }
  return tr;
}

/**
 * The characters other than white space. White space may lose a mark when it is written, so it is
 * not compared.
 */
function charactersIn(document: Node) {
  const characters: { at: number; text: string; marks: readonly Mark[] }[] = [];
  document.descendants(({ text = '', marks }, position) => {
    let at = position;
    for (const character of text) {
      if (character.trim()) characters.push({ at, text: character, marks });
      at += character.length;
    }
  });
  return characters;
}

/** Makes pasted blocks fit at a position. */
export function fitBlocks(blocks: Block[], position: ResolvedPos): Fragment {
  const { schema } = position.doc.type;
  if (schema !== SCHEMAS.blocks) {
    const rows = rowsOf(blocks).map((spans) => ({ spans }));
    const separator = { text: schema === SCHEMAS.lines ? '\n' : ' ' };
    const spans = rows.flatMap(({ spans }, index) => (index ? [separator, ...spans] : spans));
    return Fragment.fromJSON(
      schema,
      textsOf(schema.marks.strong ? spans : spans.map(withoutStyle)),
    );
  }
  const [block, ...others] = blocks;
  if (position.depth > 1) {
    const { type } = position.node(1);
    const items = nodeOf({ type: type.name as List, items: rowsOf(blocks) });
    return Fragment.fromJSON(schema, items.content);
  }
  // A single item was probably copied from within a list.
  const isOne = others.length === 0 && block && 'items' in block && block.items.length === 1;
  const fitting = isOne
    ? rowsOf(blocks).map((spans): Block => ({ type: 'paragraph', spans }))
    : blocks;
  return Fragment.fromJSON(schema, fitting.map(nodeOf));
}

/** Paragraphs and items join the text at the cursor; a list stays one. */
export function openEnds(content: Fragment): Slice {
  const open = (node: Node | null) => (node?.type.name === 'item' ? 2 : node?.isTextblock ? 1 : 0);
  return new Slice(content, open(content.firstChild), open(content.lastChild));
}

const withoutStyle = ({ text }: Span): Span => ({ text });

function blockOf(node: Node): Block {
  if (node.inlineContent) return { type: 'paragraph', spans: spansIn(node) };
  const items = node.children.map((item) => spansIn(item.child(0)));
  return { type: node.type.name as List, items };
}

const spansIn = (node: Node): Span[] =>
  node.children.map(({ text = '', marks }) => ({ text, ...styleOf(marks) }));

const styleOf = (marks: readonly Mark[]): Omit<Span, 'text'> =>
  Object.fromEntries(marks.map(({ type, attrs }) => [type.name, attrs.href ?? true]));

/** The marks of text that is typed at a position. */
export const styleAt = (position: ResolvedPos) => styleOf(position.marks());

const LINES = 'M8 5h9M8 10h9M8 15h9';
/** A tool has a letter, or a drawing of 20 by 20 (the path of an SVG). */
const TOOLS = [
  { tool: 'strong', label: 'Vet', letter: 'V', key: 'Mod-b' },
  { tool: 'emphasis', label: 'Schuin', letter: 'S', key: 'Mod-i' },
  {
    tool: 'href',
    label: 'Link',
    drawing:
      'M8.5 11.5a3 3 0 0 0 4.2 0l3-3a3 3 0 0 0-4.2-4.2l-1 1M11.5 8.5a3 3 0 0 0-4.2 0l-3 3a3 3 0 0 0 4.2 4.2l1-1',
    key: 'Mod-k',
  },
  {
    tool: 'bullets',
    label: 'Lijst',
    drawing: `${LINES}M3.5 5h.01M3.5 10h.01M3.5 15h.01`,
    key: 'Mod-Shift-8',
  },
  {
    tool: 'numbers',
    label: 'Genummerde lijst',
    drawing: `${LINES}M3 3.75l1-.75v4M2.75 13.5a1 1 0 0 1 1.5 1L2.75 17h1.75`,
    key: 'Mod-Shift-7',
  },
] as const;
type Tool = (typeof TOOLS)[number]['tool'];

export const toolsOf = ({ marks, nodes }: Schema) =>
  TOOLS.filter(({ tool }) => tool in marks || tool in nodes);

export const toggle =
  (tool: Tool): Command =>
  (state, dispatch) => {
    const { marks, nodes } = state.schema;
    if (tool in marks) return toggleMark(marks[tool] as MarkType)(state, dispatch);
    if (!isOn(state, tool)) return wrapInList(nodes[tool] as NodeType)(state, dispatch);
    return liftListItem(nodes.item as NodeType)(state, dispatch);
  };

export function isOn(state: EditorState, tool: Tool): boolean {
  const { $from, from, to, empty } = state.selection;
  const mark = state.schema.marks[tool];
  if (!mark) return $from.depth > 1 && $from.node(1).type.name === tool;
  if (!empty) return state.doc.rangeHasMark(from, to, mark);
  return mark.isInSet(state.storedMarks ?? $from.marks()) !== undefined;
}

/** The selection or, without one, the link with the cursor, and its target. */
export function linkAt({ selection, schema }: EditorState) {
  const { $from, from, to, empty } = selection;
  const { node, offset } = $from.parent.childAfter($from.parentOffset);
  const link = node && schema.marks.href?.isInSet(node.marks);
  if (!link) return { from, to, href: '' };
  const start = $from.start() + offset;
  const whole = { from: start, to: start + node.nodeSize };
  return { ...(empty ? whole : { from, to }), href: String(link.attrs.href) };
}

/** Links the selection or the link with the cursor; '' removes it. */
export const setLink =
  (typed: string): Command =>
  (state, dispatch) => {
    const type = state.schema.marks.href as MarkType;
    const { from, to } = linkAt(state);
    const href = linkFrom(typed.trim());
    const mark = type.create({ href });
    const tr = state.tr.removeMark(from, to, type);
    if (href && from === to) tr.insert(from, state.schema.text(typed.trim(), [mark]));
    else if (href) tr.addMark(from, to, mark);
    dispatch?.(tr);
    return true;
  };

/** Adds the protocol that people leave out: 'www.a.be' is https://www.a.be. */
function linkFrom(typed: string) {
  const target = encodeTarget(typed).replace(/[()]/g, encodeParenthesis);
  if (/^[\w.+-]+@/.test(target)) return `mailto:${target}`;
  return target.startsWith('www.') ? `https://${target}` : target;
}
