import {
  type Block,
  groupSpans,
  parseRichText,
  type Span,
  tidySpans,
} from '../../../site/rich-text/parse-rich-text.ts';
import { isEqual } from '../../operations.ts';

type Format = 'strong' | 'emphasis';

/** Which signs get a backslash: none while it reads right without, then those that mean something. */
const ESCAPES = [/(?!)/g, /[\\*[\]`]|^(?:[-#>=]|1(?=\.))/g, /[!-/:-@[-`{-~]/g];

/** Markdown has no way to write some emphasis (`a**“b”**c`): what cannot be written is left out. */
const WITHOUT: Format[][] = [[], ['emphasis'], ['strong', 'emphasis']];

/** Which emphasis is around which. */
const ORDERS: Format[][] = [
  ['strong', 'emphasis'],
  ['emphasis', 'strong'],
];

/**
 * Writes running text as Markdown that reads back as the same.
 *
 * @returns with as few backslashes as that takes, so that texts without markup stay as they are
 */
export function writeRichText(blocks: Block[]): string {
  for (const left of WITHOUT) {
    const meant = blocks.map((block) => tidy(block, left)).filter(isSomething);
    for (const signs of ESCAPES) {
      for (const order of ORDERS) {
        const text = meant.map((block) => writeBlock(block, order, signs)).join('\n\n');
        const { blocks: read, refused } = parseRichText(text);
        if (refused.length === 0 && isEqual(inSigns(read), inSigns(meant))) return text;
      }
    }
  }
  return '';
}

function tidy(block: Block, left: Format[]): Block {
  const plainer = (spans: Span[]) =>
    tidySpans(
      spans.map((span) => {
        const kept = Object.entries(span).filter(([key]) => !left.includes(key as Format));
        return Object.fromEntries(kept) as unknown as Span;
      }),
    );
  if (block.type === 'paragraph') return { ...block, spans: plainer(block.spans) };
  return { ...block, items: block.items.map(plainer).filter(({ length }) => length > 0) };
}

const isSomething = (block: Block) =>
  block.type === 'paragraph' ? block.spans.length > 0 : block.items.length > 0;

/** Each sign with its format. Those of spaces make no difference. */
function inSigns(blocks: Block[]) {
  const signs = (spans: Span[]) =>
    spans.flatMap(({ text, ...format }) =>
      [...text].map((sign) => (sign === ' ' ? sign : { sign, ...format })),
    );
  return blocks.map((block) =>
    block.type === 'paragraph' ? signs(block.spans) : [block.type, ...block.items.map(signs)],
  );
}

function writeBlock(block: Block, order: Format[], signs: RegExp): string {
  const write = (spans: Span[]) => writeSpans(spans, ['href', ...order], signs);
  if (block.type === 'paragraph') return write(block.spans);
  const mark = (at: number) => (block.type === 'bullets' ? '-' : `${at + 1}.`);
  return block.items.map((spans, at) => `${mark(at)} ${write(spans)}`).join('\n');
}

function writeSpans(
  spans: Span[],
  [format, ...inner]: readonly ('href' | Format)[],
  signs: RegExp,
): string {
  if (!format) return spans.map(({ text }) => text.replace(signs, '\\$&')).join('');
  return groupSpans(spans, format)
    .map((group) => {
      const written = writeSpans(group, inner, signs);
      const value = group[0]?.[format];
      if (value === undefined) return written;
      // `**a **b` is no bold: spaces go outside.
      const [, before = '', body = '', after = ''] = /^( *)(.*?)( *)$/s.exec(written) ?? [];
      if (format === 'href') return `${before}[${body}](${value})${after}`;
      const mark = format === 'strong' ? '**' : '*';
      return before + mark + body + mark + after;
    })
    .join('');
}
