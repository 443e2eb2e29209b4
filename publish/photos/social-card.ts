import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import sharp from 'sharp';
import { openPixels } from './pixels.ts';
import { readOriginal } from './read-original.ts';

/** Open Graph's size: what every service crops least. The document's head names it too. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/** Left: paper with mark, title and name. Right: the photo. */
export const PANEL_WIDTH = 560;
const MARGIN = 72;
const MARK_SIZE = 104;
const MAX_TITLE_SIZE = 92;
const MIN_TITLE_SIZE = 20;
/** Clear of the mark above and the seeds below. */
const MAX_TITLE_HEIGHT = 250;
const LEADING = 1.06;
/** Where the middle of the title stands, from the top. */
const TITLE_MIDDLE = 316;
const NAME_SIZE = 34;
/** As in `site/styles/tokens.css`. */
const COLORS = { linen: '#f6f1e7', moss: '#2c3527', olive: '#4b5a3c', brass: '#a8843f' };

const FONT_FILE = '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2';

export interface SocialCard {
  /** The original. */
  photoFile: string;
  focus: [number, number];
  title: string;
  companyName: string;
  /** The mark on linen, as the browser tab shows it: SVG. */
  markFile: string;
}

/**
 * The picture that stands beside a shared link, as JPEG. Its text is drawn as outlines of the
 * display font: a machine that builds the site need not have any font.
 */
export async function makeSocialCard(card: SocialCard): Promise<Buffer> {
  const font = await loadDisplayFont();
  const photo = await cropAround(card.photoFile, card.focus, CARD_WIDTH - PANEL_WIDTH, CARD_HEIGHT);
  const mark = await sharp(card.markFile, { density: 300 }).resize(MARK_SIZE).png().toBuffer();
  const words = await sharp(Buffer.from(drawWords(font, card.title, card.companyName)))
    .png()
    .toBuffer();
  return sharp({
    create: { width: CARD_WIDTH, height: CARD_HEIGHT, channels: 3, background: COLORS.linen },
  })
    .composite([
      { input: photo, left: PANEL_WIDTH, top: 0 },
      { input: mark, left: MARGIN - 16, top: MARGIN - 24 },
      { input: words, left: 0, top: 0 },
    ])
    .jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

async function cropAround(
  file: string,
  focus: [number, number],
  width: number,
  height: number,
): Promise<Buffer> {
  const photo = await readOriginal(file, (size) => {
    const scale = Math.max(width / size.width, height / size.height);
    return { width: Math.ceil(size.width * scale), height: Math.ceil(size.height * scale) };
  });
  const place = (length: number, part: number, percent: number) =>
    Math.min(Math.max(Math.round((length * percent) / 100 - part / 2), 0), length - part);
  return openPixels(photo)
    .extract({
      left: place(photo.width, width, focus[0]),
      top: place(photo.height, height, focus[1]),
      width,
      height,
    })
    .png()
    .toBuffer();
}

function drawWords(font: Font, title: string, companyName: string): string {
  const { lines, size } = fitTitle(font, title);
  const lineHeight = size * LEADING;
  // Letters without descenders seem centred when their baseline is a third of the size below.
  const first = TITLE_MIDDLE - ((lines.length - 1) * lineHeight) / 2 + size / 3;
  const outlines = lines.map((line, i) =>
    outline(font, line, MARGIN, first + i * lineHeight, size),
  );
  const name = outline(font, companyName, MARGIN, CARD_HEIGHT - MARGIN, NAME_SIZE);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PANEL_WIDTH}" height="${CARD_HEIGHT}">
    <g fill="${COLORS.moss}">${outlines.join('')}</g>
    <g fill="${COLORS.brass}">${drawSeeds(MARGIN, CARD_HEIGHT - MARGIN - NAME_SIZE - 34)}</g>
    <g fill="${COLORS.olive}">${name}</g>
  </svg>`;
}

/** The largest size at which the title fits the panel. */
function fitTitle(font: Font, title: string): { lines: string[]; size: number } {
  const width = PANEL_WIDTH - 2 * MARGIN;
  for (let size = MAX_TITLE_SIZE; size > MIN_TITLE_SIZE; size -= 4) {
    const lines = breakLines(font, title, size, width);
    const isNarrow = lines.every((line) => measure(font, line, size) <= width);
    if (isNarrow && lines.length * size * LEADING <= MAX_TITLE_HEIGHT) return { lines, size };
  }
  return { lines: breakLines(font, title, MIN_TITLE_SIZE, width), size: MIN_TITLE_SIZE };
}

function breakLines(font: Font, title: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of title.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && measure(font, longer, size) <= width) {
      lines[lines.length - 1] = longer;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

/** One `<path>` a letter: in the font's own units, flipped, as its y axis points up. */
function outline(font: Font, text: string, left: number, baseline: number, size: number): string {
  const { glyphs, positions } = font.layout(text);
  const scale = size / font.unitsPerEm;
  let x = 0;
  const letters = glyphs.map((glyph, i) => {
    const letter = `<path transform="translate(${x})" d="${glyph.path.toSVG()}"/>`;
    x += positions[i]?.xAdvance ?? 0;
    return letter;
  });
  return `<g transform="translate(${left} ${baseline}) scale(${scale} ${-scale})">${letters.join('')}</g>`;
}

function measure(font: Font, text: string, size: number): number {
  return (font.layout(text).advanceWidth * size) / font.unitsPerEm;
}

/** The one ornament: poppy seeds in a loose line. */
function drawSeeds(left: number, top: number): string {
  const offsets = [0, 1.5, -1, 0.5, -1.5, 1, 0];
  return offsets
    .map(
      (y, i) =>
        `<circle cx="${left + 4 + i * 17 - y}" cy="${top + y * 2}" r="${3.5 - (i % 3) / 2}"/>`,
    )
    .join('');
}

let displayFont: Promise<Font> | undefined;

function loadDisplayFont(): Promise<Font> {
  displayFont ??= readFile(fileURLToPath(import.meta.resolve(FONT_FILE))).then((bytes) => {
    const font = create(bytes);
    if (!('layout' in font)) throw new Error(`${FONT_FILE} holds more than one font`);
    return font;
  });
  return displayFont;
}
