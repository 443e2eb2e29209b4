import { join } from 'node:path';
import sharp from 'sharp';
import type { Brand } from '../../site/content/content.ts';
import { contrast, mix } from '../contrast.ts';
import { ENCODING } from './encode-photo.ts';

/**
 * TrueType is the only format that the renderer of text reads. The files are named by font pair.
 */
const FONTS_DIR = join(import.meta.dirname, '../../site/fonts/titles');
const FAMILIES: Record<Brand['fonts'], string> = {
  instrument: 'Instrument Serif',
  fraunces: 'Fraunces',
  cormorant: 'Cormorant Garamond Medium',
  bricolage: 'Bricolage Grotesque SemiBold',
};

/** The margin in pixels of the card. */
const MARGIN_PX = 64;
const NAME_SIZE_PX = 40;
const GAP_PX = 20;
/**
 * Sizes that are tried from the largest, until the sentence is no higher than
 * `MAX_SENTENCE_HEIGHT_PX`.
 */
const SENTENCE_SIZES_PX = [92, 76, 60, 46];
const MAX_SENTENCE_HEIGHT_PX = 260;
const LINE_HEIGHT = 0.85;
/**
 * The minimum contrast of WCAG 2.2, 1.4.3, plus a margin for pixels brighter than a measured cell.
 */
const MIN_CONTRAST = 5;
const MIN_SHADE_OPACITY = 0.26;

/**
 * Sets a name and a sentence at the lower left of a photo, in light letters on a dark shade.
 *
 * @param photo has the card's size
 * @returns a JPEG
 */
export async function drawSocialCard(
  photo: Buffer,
  { name, sentence }: { name: string; sentence: string },
  { fonts, colors }: Pick<Brand, 'fonts' | 'colors'>,
): Promise<Buffer> {
  const { width, height, jpeg } = ENCODING.card;
  const draw = (text: string, size: number) =>
    sharp({
      text: {
        text: `<span foreground="${colors.paper}" line_height="${LINE_HEIGHT}">${escapeMarkup(text)}</span>`,
        font: `${FAMILIES[fonts]} ${size}`,
        fontfile: join(FONTS_DIR, `${fonts}.ttf`),
        width: width - 2 * MARGIN_PX,
        dpi: 72,
        wrap: 'word-char',
        rgba: true,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });

  const nameLine = await draw(name, NAME_SIZE_PX);
  let sentenceLines: Awaited<ReturnType<typeof draw>> | undefined;
  for (const size of SENTENCE_SIZES_PX) {
    sentenceLines = await draw(sentence, size);
    if (sentenceLines.info.height <= MAX_SENTENCE_HEIGHT_PX) break;
  }
  if (!sentenceLines) return photo;
  const sentenceTop = Math.max(0, height - MARGIN_PX - sentenceLines.info.height);
  const nameTop = Math.max(0, sentenceTop - GAP_PX - nameLine.info.height);
  const textWidth = Math.max(nameLine.info.width, sentenceLines.info.width);
  const box = {
    left: MARGIN_PX,
    top: nameTop,
    width: textWidth,
    height: height - MARGIN_PX - nameTop,
  };
  const shade = drawShade(await shadeBehind(photo, box, colors.paper), box);
  return sharp(photo)
    .composite([
      { input: Buffer.from(shade) },
      { input: nameLine.data, left: MARGIN_PX, top: nameTop },
      { input: sentenceLines.data, left: MARGIN_PX, top: sentenceTop },
    ])
    .jpeg(jpeg)
    .toBuffer();
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The minimum opacity of the shade, 0 to 1, that makes text in this part of the photo legible. */
async function shadeBehind(photo: Buffer, box: Box, paper: string) {
  // Each cell is about the size of a stroke's surroundings.
  const cells = await sharp(photo)
    .extract(box)
    .resize({ width: Math.ceil(box.width / 12) })
    .greyscale()
    .raw()
    .toBuffer();
  const grey = Math.max(...cells)
    .toString(16)
    .padStart(2, '0');
  let opacity = MIN_SHADE_OPACITY;
  const background = `#${grey.repeat(3)}`;
  while (opacity < 1 && contrast(paper, mix('#000000', opacity, background)) < MIN_CONTRAST)
    opacity = Math.min(1, opacity + 0.02);
  return opacity;
}

/** Draws a shade that is even behind the text and softer to the right and to the top. */
function drawShade(opacity: number, box: Box): string {
  const { width, height } = ENCODING.card;
  const right = (box.left + box.width) / width;
  const top = (height - box.top) / height;
  const stops = (from: number) => {
    const rest = Math.min(1 - from, 0.45);
    return `<stop offset="${from}" stop-color="#fff"/>
      <stop offset="${from + 0.25 * rest}" stop-color="#fff" stop-opacity="0.78"/>
      <stop offset="${from + 0.68 * rest}" stop-color="#fff" stop-opacity="0.24"/>
      <stop offset="${from + rest}" stop-color="#fff" stop-opacity="0"/>`;
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="right">${stops(right)}</linearGradient>
    <linearGradient id="top" x1="0" y1="1" x2="0" y2="0">${stops(top)}</linearGradient>
    <mask id="fade-right"><rect width="100%" height="100%" fill="url(#right)"/></mask>
    <mask id="fade-top"><rect width="100%" height="100%" fill="url(#top)"/></mask>
    <g mask="url(#fade-top)"><rect width="100%" height="100%" fill-opacity="${opacity}"
      mask="url(#fade-right)"/></g></svg>`;
}

/** Escapes text for Pango's markup, which is XML. */
function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
