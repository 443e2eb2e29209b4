import {
  type Block,
  groupSpans,
  parseRichText,
  type Span,
  spansOf,
  tidySpans,
} from '../../../site/rich-text/parse-rich-text.ts';

type Format = 'strong' | 'emphasis';

/** The outermost first. Emphasis that Markdown cannot write (`a**“b”**c`) is left out. */
const FORMATS: Format[][] = [['strong', 'emphasis'], ['emphasis', 'strong'], ['strong'], []];

/** Signs that get a backslash: none, then those with a meaning, then all. */
const ESCAPES = [/(?!)/g, /[\\*[\]`]|^(?:[-#>=]|1(?=\.))/g, /[!-/:-@[-`{-~]/g];

/** Writes Markdown that reads back as the same, with few backslashes. */
export function writeRichText(blocks: Block[]): string {
  for (const formats of FORMATS) {
    for (const signs of ESCAPES) {
      const written = blocks.map((block) => writeBlock(block, formats, signs));
      const text = written.filter((one) => one !== '').join('\n\n');
      const { blocks: read, refused } = parseRichText(text);
      // Signs read as markup would be missing, and failed markup would be text.
      if (refused.length === 0 && plainText(read) === plainText(blocks)) return text;
    }
  }
  return '';
}

/** Without spaces: those at the ends of lines are not kept. */
function plainText(blocks: Block[]) {
  const texts = spansOf(blocks).map(({ text }) => text);
  return texts.join('').replace(/\s/g, '');
}

function writeBlock(block: Block, formats: Format[], signs: RegExp) {
  const rows = block.type === 'paragraph' ? [block.spans] : block.items;
  const texts = rows.map((spans) => writeSpans(tidySpans(spans), ['href', ...formats], signs));
  if (block.type === 'paragraph') return texts.join('');
  const items = texts.filter((text) => text !== '');
  const mark = (index: number) => (block.type === 'bullets' ? '-' : `${index + 1}.`);
  return items.map((text, index) => `${mark(index)} ${text}`).join('\n');
}

function writeSpans(
  spans: Span[],
  [format, ...inner]: readonly ('href' | Format)[],
  signs: RegExp,
): string {
  if (!format) return spans.map(({ text }) => text.replace(signs, '\\$&')).join('');
  const groups = groupSpans(spans, format).map((group) => {
    const written = writeSpans(group, inner, signs);
    const value = group[0]?.[format];
    if (value === undefined) return written;
    // `**a **b` is no bold: spaces go outside.
    const [, before = '', body = '', after = ''] = /^( *)(.*?)( *)$/s.exec(written) ?? [];
    if (format === 'href') return `${before}[${body}](${value})${after}`;
    const mark = format === 'strong' ? '**' : '*';
    return before + mark + body + mark + after;
  });
  return groups.join('');
}
