import {
  type Block,
  type List,
  type Span,
  tidySpans,
} from '../../../site/rich-text/parse-rich-text.ts';
import { encodeParenthesis, encodeTarget, joinLists } from './write-rich-text.ts';

/*
 * Converts the clipboard content of other programs to blocks that Markdown can express. Word,
 * Google Docs and others mark up a text by its appearance, so `style` matters as much as the
 * element.
 */

/** Reads HTML: bold, italic, links, paragraphs and lists. Everything else becomes text. */
export function readHtml(root: ParentNode): Block[] {
  const rows = createRows();
  const classes = readClasses(root);
  for (const node of root.childNodes) readNode(node, { classes, style: {}, rows });
  return rows.end();
}

/** Reads plain text: a paragraph for each line, or a list where lines begin with a bullet. */
export function readText(text: string, style: Style = {}): Block[] {
  const rows = createRows();
  for (const [index, line] of joinWrapped(cleanLines(text).split('\n')).entries()) {
    if (index > 0) rows.endRow();
    const href = ADDRESS.test(line) && targetOf(line);
    rows.add({ ...style, text: line.replaceAll('\t', ' '), ...(href && { href }) });
  }
  const blocks = rows.end();
  // The text was copied from the middle of a line, and its space keeps two words apart.
  if (/^ [^\n]*\n/.test(text)) rowsOf(blocks)[0]?.unshift({ ...style, text: ' ' });
  return blocks;
}

/** Plain text in which '\n' ends each line. */
export const cleanLines = (text: string) => text.replace(LINE_ENDS, '\n').replace(INVISIBLE, '');

/** The rows of all blocks: in a text of one line, breaks become spaces. */
export const rowsOf = (blocks: Block[]): Span[][] =>
  blocks.flatMap((block) => (block.type === 'paragraph' ? [block.spans] : block.items));

const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** A text that is nothing but an address becomes a link. */
const ADDRESS = /^\s*(?:https?:\/\/|www\.)[^\s<>]+\.[^\s<>]+\s*$/i;

/** Characters that cannot be seen, and the watermarks of the texts on the page. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: pasted control characters are removed
const INVISIBLE = /[\0-\x08\x0e-\x1f\x7f-\x9f\u200b\ufeff\ufffc\u{f0000}-\u{ffffd}]/gu;
const clean = (text: string) => text.replace(LINE_ENDS, ' ').replace(INVISIBLE, '');

/** Bullets as text, also of Word's symbol fonts. */
const BULLET = /^[\s\u00a0]*[•·‣▪▫◦●○■□➢\uf0b7\uf0a7\uf0d8\uf076\uf0fc][\s\u00a0]+/u;

/**
 * PDF readers end each line where the page ends it. A long line that goes on in lower case is
 * joined with the next.
 */
function joinWrapped(lines: string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    const isWrapped = last && last.length > 60 && /[\p{L}\p{N},;-]\s*$/u.test(last);
    if (!isWrapped || !/^\s*\p{Ll}/u.test(line)) joined.push(line);
    else joined[joined.length - 1] = last.trimEnd().replace(/[^-]$/, '$& ') + line.trimStart();
  }
  return joined;
}

type Rows = ReturnType<typeof createRows>;

function createRows() {
  const blocks: Block[] = [];
  let row: Span[] = [];
  let list: List | undefined;
  let isOneRow = false;
  const endRow = () => {
    let spans = tidySpans(row);
    row = [];
    if (!spans.some(({ text }) => text.trim() !== '')) return;
    let type = list;
    const first = spans[0] as Span;
    if (BULLET.test(first.text)) {
      const text = first.text.replace(BULLET, '');
      spans = [...(text ? [{ ...first, text }] : []), ...spans.slice(1)];
      type ??= 'bullets';
    }
    blocks.push(type ? { type, items: [spans] } : { type: 'paragraph', spans });
  };
  return {
    add: (span: Span) => void row.push(span),
    endRow,
    /** Ends the row or, in a list item or table row, which contain one text, adds a space. */
    breakLine: () => (isOneRow ? void row.push({ text: ' ' }) : endRow()),
    /** Reads what belongs together in one row. */
    oneRow(type: List | undefined, read: () => void) {
      const before = { list, isOneRow };
      endRow();
      list = type ?? list;
      isOneRow = true;
      read();
      endRow();
      ({ list, isOneRow } = before);
    },
    end() {
      // The text is a part of a line, so spaces at its ends are kept: they separate words.
      const text = row.map((span) => span.text).join('');
      const isPart = blocks.length === 0 && text.trim() !== '';
      endRow();
      const [first] = blocks;
      if (isPart && first?.type === 'paragraph') {
        if (text.startsWith(' ')) first.spans.unshift({ text: ' ' });
        if (text.endsWith(' ')) first.spans.push({ text: ' ' });
      }
      return joinLists(blocks);
    },
  };
}

type Style = Omit<Span, 'text'>;

interface Context {
  classes: Map<string, string>;
  style: Style;
  rows: Rows;
  /** Line breaks and spaces count, as they are in the source. */
  isPreformatted?: boolean;
}

const SKIPPED = new Set(
  'HEAD STYLE SCRIPT TEMPLATE TITLE META LINK XML SVG SELECT OBJECT IFRAME AUDIO VIDEO'.split(' '),
);
const BLOCKS = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION CENTER DD DETAILS DIV DL DT FIELDSET FIGCAPTION
  FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY
  TD TFOOT TH THEAD TR UL`.split(/\s+/),
);

function readNode(node: Node, context: Context): void {
  if (node.nodeType === 3) readCharacters(node.nodeValue ?? '', context);
  if (node.nodeType === 1) readElement(node as HTMLElement, context);
}

function readElement(element: HTMLElement, context: Context): void {
  const { classes, rows, style } = context;
  const tag = element.tagName.toUpperCase();
  const css = cssOf(element, classes);
  const isHidden = element.hidden || /display:\s*none|mso-hide:\s*all/i.test(css);
  // Word writes the marker of a list item as text, with `mso-list: ignore`.
  if (isHidden || SKIPPED.has(tag) || /mso-list:\s*ignore/i.test(css)) return;
  // PowerPoint marks a bullet like this.
  if (/mso-special-format:\s*bullet/i.test(css)) rows.add({ text: '• ' });
  else if (tag === 'BR') rows.breakLine();
  else if (tag === 'IMG') rows.add({ ...style, text: emojiOf(element) });
  else readInside(element, tag, css, context);
}

function readInside(element: HTMLElement, tag: string, css: string, context: Context): void {
  const { rows, isPreformatted = false } = context;
  const whiteSpace = valueIn(css, 'white-space') ?? (tag === 'PRE' ? 'pre' : undefined);
  const inner: Context = {
    ...context,
    style: styleOf(tag, css, element, context.style),
    isPreformatted: whiteSpace ? /^(?:pre|break)/.test(whiteSpace) : isPreformatted,
  };
  const readChildren = () => {
    for (const child of element.childNodes) readNode(child, inner);
  };
  const list = listOf(element, tag, css);
  if (list || (tag === 'TR' && isTableRow(element))) {
    rows.oneRow(list, readChildren);
    return;
  }
  const isBlock = BLOCKS.has(tag) || /display:\s*(?:block|list-item)/i.test(css);
  const endBlock = tag === 'UL' || tag === 'OL' ? rows.endRow : rows.breakLine;
  if (isBlock) endBlock();
  readChildren();
  if (isBlock) endBlock();
}

/** The declarations of an element's classes and of the element itself. */
function cssOf(element: Element, classes: Context['classes']): string {
  const ofClasses = [...element.classList].map((name) => classes.get(name) ?? '');
  // Unknown properties, such as Word's, are in the attribute only.
  return [...ofClasses, element.getAttribute('style') ?? ''].join(';');
}

/** Excel and LibreOffice put the look of a class in a `<style>`. */
function readClasses(root: ParentNode): Context['classes'] {
  const classes: Context['classes'] = new Map();
  for (const sheet of root.querySelectorAll('style')) {
    const rules = (sheet.textContent ?? '').replace(/\/\*.*?\*\//gs, '');
    for (const [, selectors = '', body = ''] of rules.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      for (const selector of selectors.split(',')) {
        const [, name] = /^\s*\w*\.([\w-]+)\s*$/.exec(selector) ?? [];
        if (name) classes.set(name, `${classes.get(name) ?? ''};${body}`);
      }
    }
  }
  return classes;
}

/** Which list an element is an item of, in HTML or in Word's own way. */
function listOf(element: HTMLElement, tag: string, css: string): List | undefined {
  if (tag === 'LI') return element.closest('ol, ul')?.tagName === 'OL' ? 'numbers' : 'bullets';
  if (tag !== 'P' || !/mso-list:\s*l\d/i.test(css)) return undefined;
  // '1.', 'o' or '·'
  const marker = element.querySelector('[style*="Ignore"]')?.textContent ?? '';
  return /^[\s\u00a0]*\(?(?:\d+|[a-z]{1,4})[.)]/i.test(marker) ? 'numbers' : 'bullets';
}

/**
 * Whether a table row contains values. A table that is only used for layout, as in mails, does not.
 */
function isTableRow(row: HTMLElement): boolean {
  if (row.querySelector('table, li')) return false;
  const texts = [...row.children].map((cell) => (cell.textContent ?? '').trim());
  return texts.filter((text) => text !== '').length > 1;
}

function styleOf(tag: string, css: string, element: HTMLElement, outer: Style): Style {
  let { strong, emphasis, href } = outer;
  if (tag === 'B' || tag === 'STRONG') strong = true;
  if (tag === 'I' || tag === 'EM') emphasis = true;
  // Google Docs puts everything in `<b style="font-weight:normal">`.
  const [weight, slant] = [valueIn(css, 'font-weight'), valueIn(css, 'font-style')];
  const font = valueIn(css, 'font');
  if (weight) strong = /^bold|^[6-9]\d\d/.test(weight) || undefined;
  else if (font && /\bbold|\b[6-9]00\b/.test(font)) strong = true;
  if (slant) emphasis = /^(?:italic|oblique)/.test(slant) || undefined;
  else if (font && /\b(?:italic|oblique)\b/.test(font)) emphasis = true;
  if (tag === 'A') href = targetOf(element.getAttribute('href') ?? '') ?? href;
  return { ...(strong && { strong }), ...(emphasis && { emphasis }), ...(href && { href }) };
}

/** The last value of a property, in lower case; undefined for 'inherit'. */
function valueIn(css: string, property: string): string | undefined {
  const found = css.matchAll(new RegExp(`(?:^|[;\\s])${property}\\s*:\\s*([^;]+)`, 'gi'));
  const value = [...found].at(-1)?.[1]?.trim().toLowerCase();
  return value === 'inherit' ? undefined : value;
}

function readCharacters(raw: string, { style, rows, isPreformatted }: Context): void {
  if (isPreformatted) {
    for (const [index, line] of cleanLines(raw).split('\n').entries()) {
      if (index > 0) rows.breakLine();
      rows.add({ ...style, text: withSpaces(line) });
    }
    return;
  }
  // A line break between elements is the layout of the source.
  const isLayout = /^[ \t\r\n]*\n[ \t\r\n]*$/.test(raw);
  const text = raw.replace(/[\t\r\n\f]+/g, ' ');
  rows.add({ ...style, text: isLayout ? '\n' : clean(withSpaces(text)) });
}

/**
 * Mail programs write no-break spaces so that a space is not lost. One between a number and its
 * unit ('€ 12') is intended, so it stays.
 */
function withSpaces(text: string): string {
  return text.replace(/[ \u00a0]*\u00a0[ \u00a0]*/g, (spaces, at: number) => {
    const around = [text[at - 1] ?? '', text[at + spaces.length] ?? ''];
    const isMeant = around.every((sign) => sign !== '') && /[\d€%«»!?:;]/.test(around.join(''));
    return isMeant && spaces.length === 1 ? spaces : ' ';
  });
}

/** Returns the emoji that a picture stands for. Other pictures have no text. */
function emojiOf(picture: HTMLElement): string {
  const alt = picture.getAttribute('alt') ?? '';
  return /^\p{Extended_Pictographic}(?:\p{Emoji}|\u200d|\ufe0f)*$/u.test(alt) ? alt : '';
}

/**
 * The target of a link, if the site can use it. Undefined for a '#part' of another page, a file on
 * a computer, or a script.
 */
function targetOf(href: string): string | undefined {
  // Browsers remove these characters too (URL standard, 4.4).
  const target = encodeTarget(href.replace(/[\t\r\n]/g, '')).replace(/[()]/g, encodeParenthesis);
  if (/^www\./i.test(target)) return `https://${target}`;
  if (/^http:\/\/[^/]/i.test(target)) return target.replace(/^http:/i, 'https:');
  return /^(?:https:\/\/[^/]|mailto:.|tel:.|\/(?![/\\]))/i.test(target) ? target : undefined;
}
