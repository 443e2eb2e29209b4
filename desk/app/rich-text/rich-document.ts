import { type Mark, type Node, Schema } from 'prosemirror-model';
import {
  type Block,
  parseRichText,
  type Span,
  spansOf,
} from '../../../site/rich-text/parse-rich-text.ts';
import styles from '../../../site/rich-text/RichText.module.css';
import { writeRichText } from './write-rich-text.ts';

/** Running text as ProseMirror holds it: nothing that its Markdown could not say can be made of it. */
const marks = {
  link: {
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
const likeTheSite = { class: styles.list ?? '' };

const line = new Schema({ nodes: { doc: { content: 'text*' }, text }, marks });

const blocks = new Schema({
  nodes: {
    doc: { content: '(paragraph | bullets | numbers)+' },
    paragraph: { content: 'text*', toDOM: () => ['p', 0], parseDOM: [{ tag: 'p' }] },
    bullets: { content: 'item+', toDOM: () => ['ul', likeTheSite, 0], parseDOM: [{ tag: 'ul' }] },
    numbers: { content: 'item+', toDOM: () => ['ol', likeTheSite, 0], parseDOM: [{ tag: 'ol' }] },
    item: { content: 'paragraph', toDOM: () => ['li', 0], parseDOM: [{ tag: 'li' }] },
    text,
  },
  marks,
});

export const SCHEMAS = { line, blocks };

/** @param markup how much of Markdown it knows */
export function documentOf(source: string, markup: keyof typeof SCHEMAS): Node {
  const schema = SCHEMAS[markup];
  const read = parseRichText(source).blocks;
  const wordsOf = (spans: Span[]) =>
    spans.map(({ text: content, strong, emphasis, href }) =>
      schema.text(content, [
        ...(href === undefined ? [] : [schema.mark('link', { href })]),
        ...(strong ? [schema.mark('strong')] : []),
        ...(emphasis ? [schema.mark('emphasis')] : []),
      ]),
    );
  if (markup === 'line') return schema.node('doc', null, wordsOf(spansOf(read)));
  const paragraph = (spans: Span[]) => schema.node('paragraph', null, wordsOf(spans));
  const nodes = read.map((block) =>
    block.type === 'paragraph'
      ? paragraph(block.spans)
      : schema.node(
          block.type,
          null,
          block.items.map((spans) => schema.node('item', null, paragraph(spans))),
        ),
  );
  return schema.node('doc', null, nodes.length > 0 ? nodes : [paragraph([])]);
}

/** As it is written in the file. */
export function sourceOf(document: Node): string {
  if (document.inlineContent)
    return writeRichText([{ type: 'paragraph', spans: spansIn(document) }]);
  return writeRichText(
    document.children.map((node): Block => {
      if (node.type.name === 'paragraph') return { type: 'paragraph', spans: spansIn(node) };
      const items = node.children.map((item) => spansIn(item.child(0)));
      return { type: node.type.name === 'bullets' ? 'bullets' : 'numbers', items };
    }),
  );
}

const spansIn = (node: Node): Span[] =>
  node.children.map(({ text: content = '', marks: formats }) => {
    const of = (name: string) => formats.find(({ type }) => type.name === name);
    const href = of('link')?.attrs.href as string | undefined;
    return {
      text: content,
      ...(of('strong') && { strong: true }),
      ...(of('emphasis') && { emphasis: true }),
      ...(href !== undefined && { href }),
    };
  });
