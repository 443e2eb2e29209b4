import { Marked, type Token, type Tokens } from 'marked';

interface ParsedText {
  blocks: Block[];
  /** Unsupported markup; `blocks` contains it as plain text. */
  refused: RefusedMarkup[];
}

export type Block = { type: 'paragraph'; spans: Span[] } | { type: List; items: Span[][] };
export type List = 'bullets' | 'numbers';

/** Text in one style. */
export interface Span {
  text: string;
  strong?: true;
  emphasis?: true;
  /** The target of a link. */
  href?: string;
}

interface RefusedMarkup {
  /** Token type of `marked`: 'heading', 'image', 'code', 'html', … */
  type: string;
  source: string;
}

const markdown = new Marked({
  gfm: false,
  // `false` continues with marked's tokenizer, `undefined` treats the characters as text.
  tokenizer: {
    list: (source) => (/^(?:-|1\.)[ \t]/.test(source) ? false : undefined),
    emStrong: (source) => (source.startsWith('_') ? undefined : false),
  },
});

/** A tag ('<b>', '</a>', '<br/>') or a character reference ('&nbsp;', '&frac12;', '&#39;'). */
const HTML = /<\/?[a-z][^<>]*>|&(?:[a-z]\w*|#\w+);/i;

/** The first HTML in a text: a page shows it literally. */
export const htmlIn = (text: string): string | undefined => HTML.exec(text)?.[0];

/**
 * Parses text in `content/`, a subset of Markdown (CommonMark 0.31): `**bold**`, `*italic*`,
 * `[label](/page)`, lists with `-` or `1.`, and backslash escapes (`\<b>` is the text '<b>').
 *
 * Characters that people often use literally stay literal: `_`, `5 * 3`, `prices*`, and a line that
 * starts with `*`, `+` or `2023.`. All other Markdown is reported, so that the checks refuse it.
 * No text makes it throw.
 */
export function parseRichText(text: string): ParsedText {
  const refused: RefusedMarkup[] = [];
  const blocks = markdown.lexer(text).flatMap((token) => blockOf(token, refused));
  return { blocks, refused };
}

/** Targets of the links in a text. */
export function linksIn(text: string): string[] {
  if (!text.includes('](')) return [];
  const { blocks } = parseRichText(text);
  return spansOf(blocks).flatMap(({ href }) => href ?? []);
}

export function spansOf(blocks: Block[]): Span[] {
  return blocks.flatMap((block) => ('spans' in block ? block.spans : block.items.flat()));
}

/** Merges adjacent spans of the same style, collapses white space and trims both ends. */
export function tidySpans(spans: Span[]): Span[] {
  const tidy: Span[] = [];
  for (const { text, ...style } of spans) {
    const last = tidy.at(-1);
    const spaced = text.replace(/[ \t\r\n]+/g, ' ');
    const isNew = !last || !hasSameStyle(last, style);
    const own = !last || last.text.endsWith(' ') ? spaced.replace(/^ /, '') : spaced;
    if (own === '') continue;
    if (isNew) tidy.push({ text: own, ...style });
    else last.text += own;
  }
  const last = tidy.at(-1);
  if (last) last.text = last.text.replace(/ $/, '');
  return tidy.filter(({ text }) => text !== '');
}

/** Groups adjacent spans that have the same value for one property. */
export function groupSpans(spans: Span[], style: keyof Span): Span[][] {
  const groups: Span[][] = [];
  for (const span of spans) {
    const group = groups.at(-1);
    if (group && group[0]?.[style] === span[style]) group.push(span);
    else groups.push([span]);
  }
  return groups;
}

const hasSameStyle = (a: Omit<Span, 'text'>, b: Omit<Span, 'text'>) =>
  a.strong === b.strong && a.emphasis === b.emphasis && a.href === b.href;

function blockOf(token: Token, refused: RefusedMarkup[]): Block[] {
  if (token.type === 'space') return [];
  if (token.type === 'list') {
    const { ordered, items } = token as Tokens.List;
    const read = items.map(({ tokens }) => tidySpans(itemSpans(tokens, refused)));
    return [{ type: ordered ? 'numbers' : 'bullets', items: read }];
  }
  const spans =
    token.type === 'paragraph'
      ? spansIn((token as Tokens.Paragraph).tokens, {}, refused)
      : refuse(token, refused);
  return [{ type: 'paragraph', spans: tidySpans(spans) }];
}

/** Reads the text of a list item, which may contain one text and no nested blocks. */
function itemSpans(tokens: Token[], refused: RefusedMarkup[]): Span[] {
  return tokens.flatMap((token, i) => {
    if (token.type === 'space') return [];
    const isText = i === 0 && (token.type === 'text' || token.type === 'paragraph');
    if (isText && 'tokens' in token && token.tokens) return spansIn(token.tokens, {}, refused);
    return refuse(token, refused);
  });
}

function spansIn(tokens: Token[], style: Omit<Span, 'text'>, refused: RefusedMarkup[]): Span[] {
  return tokens.flatMap((token): Span[] => {
    switch (token.type) {
      case 'text':
        return [{ text: textOf(token.raw, refused), ...style }];
      case 'escape':
        return [{ text: token.text, ...style }];
      case 'br':
        return [{ text: '\n', ...style }];
      case 'strong':
        return spansIn(token.tokens ?? [], { ...style, strong: true }, refused);
      case 'em':
        return spansIn(token.tokens ?? [], { ...style, emphasis: true }, refused);
      case 'link':
        return spansIn(token.tokens ?? [], { ...style, href: token.href }, refused);
      default:
        return refuse(token, refused).map((span) => ({ ...span, ...style }));
    }
  });
}

/** Keeps HTML literal, and reports it: a caterer who writes '<b>' in a file may expect bold. */
function textOf(raw: string, refused: RefusedMarkup[]): string {
  const html = htmlIn(raw);
  if (html !== undefined) refused.push({ type: 'html', source: html });
  return raw;
}

function refuse({ type, raw }: Token, refused: RefusedMarkup[]): Span[] {
  refused.push({ type, source: raw.trim() });
  return [{ text: raw }];
}
