/** What a terminal would obey instead of show, and what turns the order of letters about. */
const CONTROLS = /(?!\n)\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/gu;

/** A visitor's words, harmless to a terminal; line ends stay. */
export const printable = (text: string) => text.replaceAll('\r\n', '\n').replaceAll(CONTROLS, '·');

/** Longer cells are cut. */
const WIDEST = 40;

/**
 * A table of plain text, as wide as what stands in it.
 *
 * @returns the words for 'nothing' when there are no rows
 */
export function printTable(heads: string[], rows: string[][], nothing: string): string {
  if (rows.length === 0) return nothing;
  const cells = [heads, ...rows].map((row) => row.map(cut));
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column]))));
  return cells
    .map((row) =>
      row.map((cell, column) => cell + ' '.repeat(Number(widths[column]) - widthOf(cell))),
    )
    .map((row) => row.join('  ').trimEnd())
    .join('\n');
}

const characters = new Intl.Segmenter();
const widthOf = (text = '') => [...characters.segment(text)].length;

function cut(cell: string): string {
  const line = printable(cell).replaceAll('\n', ' ');
  if (widthOf(line) <= WIDEST) return line;
  const kept = [...characters.segment(line)].slice(0, WIDEST - 1);
  return `${kept.map(({ segment }) => segment).join('')}…`;
}

/** 'yyyy-mm-dd hh:mm' on this machine's clock. */
export const printTime = (iso: string) => new Date(iso).toLocaleString('sv-SE').slice(0, 16);
