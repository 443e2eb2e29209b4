import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Brand } from '../../site/content.ts';

/** In pixels: for home screens, which round its corners, and for search engines. */
const PNG_ICONS = { 'apple-touch-icon.png': 180, 'icon-512.png': 512 };

/** Writes the icons: the mark in the accent colour on the page colour. */
export async function writeIcons(
  publicDir: string,
  mark: string,
  colors: Brand['colors'],
): Promise<void> {
  const square = Buffer.from(drawIcon(mark, colors, { rounded: false }));
  await writeFile(join(publicDir, 'icon.svg'), drawIcon(mark, colors, { rounded: true }));
  for (const [name, size] of Object.entries(PNG_ICONS)) {
    await sharp(square, { density: (72 * size) / SIZE })
      .resize(size)
      .png({ palette: true })
      .toFile(join(publicDir, name));
  }
}

/** Size of the SVG and its margin around the mark, in SVG units. */
const SIZE = 64;
const MARGIN = 4;

function drawIcon(
  mark: string,
  colors: Brand['colors'],
  { rounded }: { rounded: boolean },
): string {
  const inner = SIZE - 2 * MARGIN;
  const place = `x="${MARGIN}" y="${MARGIN}" width="${inner}" height="${inner}"`;
  const centred = mark
    .replace('<svg ', `<svg ${place} `)
    .replace(' preserveAspectRatio="xMinYMid"', '')
    .replace(' aria-hidden="true"', '');
  const root = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}"`;
  const corners = rounded ? 'rx="12"' : '';
  const ground = `<rect width="${SIZE}" height="${SIZE}" ${corners} fill="${colors.page}"/>`;
  return `<svg ${root} color="${colors.accent}">${ground}${centred}</svg>`;
}
