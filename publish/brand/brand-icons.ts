import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Brand } from '../../site/content/content.ts';

/** Sizes in pixels, for programs that request /favicon.ico without reading the document. */
const FAVICON_SIZES_PX = [16, 32, 48];
/** The size in pixels below which the fine lines of a mark blur. */
const SMALLEST_MARK_PX = 48;
/** Sizes in pixels, for home screens, which round the corners, and for search engines. */
const PNG_ICONS = { 'apple-touch-icon.png': 180, 'icon-512.png': 512 };

/**
 * Writes the icons in the accent colour on the page colour: the mark, and the small drawing below
 * 48 px and for the tab of a browser (`icon.svg`).
 */
export async function writeIcons(
  publicDir: string,
  { mark, small }: { mark: string; small: string },
  colors: Brand['colors'],
): Promise<void> {
  const square = Buffer.from(drawIcon(mark, colors, { hasRoundCorners: false }));
  await writeFile(join(publicDir, 'icon.svg'), drawIcon(small, colors, { hasRoundCorners: true }));
  for (const [name, size] of Object.entries(PNG_ICONS)) {
    await sharp(square, { density: (72 * size) / ICON_SIZE })
      .resize(size)
      .png({ palette: true })
      .toFile(join(publicDir, name));
  }
  const favicons = FAVICON_SIZES_PX.map(async (size) => {
    const drawing = size < SMALLEST_MARK_PX ? small : mark;
    const rounded = Buffer.from(drawIcon(drawing, colors, { hasRoundCorners: true }));
    const png = await sharp(rounded, { density: (72 * size) / ICON_SIZE })
      .resize(size)
      .png()
      .toBuffer();
    return { size, png };
  });
  await writeFile(join(publicDir, 'favicon.ico'), icoOf(await Promise.all(favicons)));
}

/** The size in pixels: twice that which mails show. */
const MAIL_MARK_PX = 96;

/** Draws the mark in the accent colour, as a transparent PNG, because mail programs show no SVG. */
export function drawMailMark(mark: string, colors: Brand['colors']): Promise<Buffer> {
  const { accent } = colors;
  const drawing = Buffer.from(drawIcon(mark, { accent }, { hasRoundCorners: false }));
  return sharp(drawing, { density: (72 * MAIL_MARK_PX) / ICON_SIZE })
    .resize(MAIL_MARK_PX)
    .png({ palette: true })
    .toBuffer();
}

/** Makes an ICO file of PNG images: a directory with 16 bytes for each, then the images. */
function icoOf(images: { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [i, { size, png }] of images.entries()) {
    const entry = 6 + 16 * i;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)]);
}

/** Size of the SVG and its margin around the mark, in SVG units. */
const ICON_SIZE = 64;
const ICON_MARGIN = 4;

function drawIcon(
  drawing: string,
  { accent, page }: { accent: string; page?: string },
  { hasRoundCorners }: { hasRoundCorners: boolean },
): string {
  const inner = ICON_SIZE - 2 * ICON_MARGIN;
  const place = `x="${ICON_MARGIN}" y="${ICON_MARGIN}" width="${inner}" height="${inner}"`;
  const centred = drawing
    .replace('<svg ', `<svg ${place} `)
    .replace(' preserveAspectRatio="xMinYMid"', '')
    .replace(' aria-hidden="true"', '');
  const root = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${ICON_SIZE} ${ICON_SIZE}"`;
  const corners = hasRoundCorners ? 'rx="12"' : '';
  const ground = `<rect width="${ICON_SIZE}" height="${ICON_SIZE}" ${corners} fill="${page ?? 'none'}"/>`;
  return `<svg ${root} color="${accent}">${ground}${centred}</svg>`;
}
