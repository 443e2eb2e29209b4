import {
  type Block,
  groupSpans,
  parseRichText,
  type Span,
  spansOf,
  tidySpans,
} from '../../../site/rich-text/parse-rich-text.ts';

/** A link, bold or italic: a mark in the schema of the editor (`rich-document.ts`). */
type MarkName = 'href' | 'strong' | 'emphasis';

/**
 * The order of the marks, the outermost first: `**a *b* c**` and `*a **b** c*` are both possible.
 */
const ORDERS: MarkName[][] = [
  ['href', 'strong', 'emphasis'],
  ['href', 'emphasis', 'strong'],
];

const MARKS = ORDERS[0] as MarkName[];

/**
 * Characters that get a backslash: none, then those with a meaning, then all punctuation. '<' and
 * '&' get one where HTML would begin.
 */
const ESCAPES = [
  /(?!)/g,
  /[\\*[\]`]|^[-#>=]|^1\.|<(?=[a-z/!?])|&(?=[a-z#]\w*;)/gi,
  /[!-/:-@[-`{-~]/g,
];

/**
 * Writes Markdown that reads back as the same text, with few backslashes.
 *
 * Each paragraph and list item is parsed again to check it. Where CommonMark cannot express a mark
 * (`**Let op!**Wij` has no bold), only that place loses it.
 */
export function writeRichText(blocks: Block[]): string {
  const written = joinLists(blocks).map((block) => {
    if (block.type === 'paragraph') return writeRow(block.spans, '');
    const marker = block.type === 'bullets' ? '- ' : '1. ';
    const items = block.items.map((spans) => writeRow(spans, marker));
    return items
      .filter((item) => item !== '')
      .map((item, index) => (block.type === 'bullets' ? marker : `${index + 1}. `) + item)
      .join('\n');
  });
  return written.filter((text) => text !== '').join('\n\n');
}

/** In Markdown, two lists of the same kind in a row are one list. */
export function joinLists(blocks: Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (block.type !== 'paragraph' && last?.type === block.type) {
      joined[joined.length - 1] = { ...last, items: [...last.items, ...block.items] };
    } else if (spansOf([block]).some(({ text }) => text.trim() !== '')) joined.push(block);
  }
  return joined;
}

/** One character with its marks. */
type Character = Span;

function writeRow(spans: Span[], marker: string): string {
  let row = charactersOf(spans);
  for (;;) {
    const { text, mismatch } = write(row, marker);
    if (mismatch === undefined) return text;
    const loosened = loosen(row, marker, mismatch);
    if (!loosened) return text;
    row = loosened;
  }
}

/**
 * Line separators become spaces, because Markdown cannot write them; control characters are
 * removed.
 */
const BREAKS = /[\v\f\u0085\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
const CONTROLS = /[\0-\x08\x0e-\x1f\x7f-\x9f]/g;

function charactersOf(spans: Span[]): Character[] {
  const cleaned = spans.map(({ text, href, ...style }) => {
    const writable = text.replace(BREAKS, ' ').replace(CONTROLS, '');
    const target = href && encodeTarget(href);
    return { ...style, ...(target && { href: target }), text: writable };
  });
  const characters = tidySpans(cleaned).flatMap(({ text, ...style }) =>
    [...text].map((character) => ({ ...style, text: character })),
  );
  while (characters[0]?.text.trim() === '') characters.shift();
  while (characters.at(-1)?.text.trim() === '') characters.pop();
  return characters.map((character, at) => {
    if (character.text.trim() !== '') return character;
    return marksAcross(characters, at);
  });
}

/** White space has the marks of both its neighbours: at an edge it is outside. */
function marksAcross(row: Character[], at: number): Character {
  const before = row.slice(0, at).findLast(isVisible);
  const after = row.slice(at).find(isVisible);
  let space = row[at] as Character;
  for (const mark of MARKS) {
    if (before?.[mark] !== space[mark] || after?.[mark] !== space[mark]) {
      space = withoutMark(space, mark);
    }
  }
  return space;
}

const isVisible = ({ text }: Character) => text.trim() !== '';

/** The same link target, as Markdown can contain it. */
export function encodeTarget(href: string): string {
  const encoded = href.trim().replace(/[\s<>\\]/g, encodeURIComponent);
  return isBalanced(encoded) ? encoded : encoded.replace(/[()]/g, encodeParenthesis);
}

export const encodeParenthesis = (parenthesis: string) => (parenthesis === '(' ? '%28' : '%29');

function isBalanced(text: string) {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

interface Written {
  text: string;
  /** The first character that reads back differently; undefined when none does. */
  mismatch: number | undefined;
}

function write(row: Character[], marker: string): Written {
  let best: Written | undefined;
  for (const order of ORDERS) {
    for (const escaped of ESCAPES) {
      const text = writeSpans(tidySpans(row), order, escaped);
      const mismatch = firstMismatch(row, marker + text);
      if (mismatch === undefined) return { text, mismatch };
      best = { text: best?.text ?? '', mismatch: Math.max(best?.mismatch ?? 0, mismatch) };
    }
  }
  // No order and no escapes read back the same. When `loosen` finds no mark to remove, the text
  // is written without marks, because the plain text matters most.
  const plain = row.map(({ text }) => ({ text }));
  return { ...best, text: writeSpans(tidySpans(plain), [], ESCAPES[2] as RegExp) } as Written;
}

/**
 * The first index in the row that reads back differently. Marks of white space make no
 * difference.
 */
function firstMismatch(row: Character[], source: string): number | undefined {
  const { blocks, refused } = parseRichText(source);
  const read = spansOf(blocks).flatMap(({ text, ...style }) =>
    [...text].map((character) => ({ ...style, text: character })),
  );
  const isSame = (character: Character, other: Character | undefined) =>
    character.text === other?.text &&
    (character.text.trim() === '' ||
      (character.strong === other.strong &&
        character.emphasis === other.emphasis &&
        character.href === other.href));
  const index = row.findIndex((character, at) => !isSame(character, read[at]));
  if (index >= 0) return index;
  const isWhole = read.length === row.length && blocks.length <= 1 && refused.length === 0;
  return isWhole ? undefined : row.length;
}

/**
 * Characters beside which CommonMark may not let a mark begin or end: punctuation, symbols and
 * white space.
 */
const EDGE = /[\p{P}\p{S}\s]|\u200d|\ufe0f|\u20e3/u;

/** Removes the mark that cannot be written, from as few characters as possible. */
function loosen(row: Character[], marker: string, mismatch: number): Character[] | undefined {
  const runs = MARKS.flatMap((mark) => runBefore(row, mark, mismatch) ?? []);
  // The latest run is the first suspect.
  runs.sort((a, b) => b.start - a.start);
  for (const { mark, start, end } of runs) {
    let [first, last] = [start, end];
    while (first < end && EDGE.test(row[first]?.text ?? '')) first += 1;
    while (last > first && EDGE.test(row[last - 1]?.text ?? '')) last -= 1;
    const remaining = [
      [first, end],
      [start, last],
      [first, last],
      [start, start],
    ] as const;
    for (const [from, to] of mark === 'href' ? remaining.slice(3) : remaining) {
      if (from === start && to === end) continue;
      const next = row.map((character, at) => {
        const isCut = at >= start && at < end && (at < from || at >= to);
        return isCut ? withoutMark(character, mark) : character;
      });
      const after = write(next, marker).mismatch;
      if (after === undefined || after > Math.max(mismatch, end - 1)) return next;
    }
  }
  const [run] = runs;
  return (
    run &&
    row.map((character, at) =>
      at >= run.start && at < run.end ? withoutMark(character, run.mark) : character,
    )
  );
}

/** The last run of a mark that begins at or before an index. */
function runBefore(row: Character[], mark: MarkName, index: number) {
  let start = Math.min(index, row.length - 1);
  while (start >= 0 && row[start]?.[mark] === undefined) start -= 1;
  if (start < 0) return undefined;
  let end = start;
  const value = row[start]?.[mark];
  while (start > 0 && row[start - 1]?.[mark] === value) start -= 1;
  while (end < row.length && row[end]?.[mark] === value) end += 1;
  return { mark, start, end };
}

function withoutMark(character: Character, mark: MarkName): Character {
  const { [mark]: _, ...others } = character;
  return others as Character;
}

function writeSpans(spans: Span[], [mark, ...inner]: readonly MarkName[], escaped: RegExp): string {
  if (!mark) {
    return spans.map(({ text }) => text.replace(escaped, escapeCharacter)).join('');
  }
  const groups = groupSpans(spans, mark).map((group) => {
    const written = writeSpans(group, inner, escaped);
    const value = group[0]?.[mark];
    // `**a **b` is not bold in Markdown, so white space is written outside the delimiters.
    const [, before = '', body = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(written) ?? [];
    if (value === undefined || body === '') return written;
    if (mark === 'href') return `${before}[${body}](${value})${after}`;
    const delimiter = mark === 'strong' ? '**' : '*';
    return before + delimiter + body + delimiter + after;
  });
  // '![' begins an image.
  return groups.reduce((text, next) => {
    const isImage = next.startsWith('[') && /(?:^|[^\\])!$/.test(text);
    return (isImage ? `${text.slice(0, -1)}\\!` : text) + next;
  }, '');
}

/** In '1.' the dot gets the backslash: before a digit it is a character of its own. */
const escapeCharacter = (text: string) => (text === '1.' ? '1\\.' : `\\${text}`);
