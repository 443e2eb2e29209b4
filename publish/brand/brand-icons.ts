import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Brand } from '../../site/content.ts';

/** What iPhones put on the home screen, in pixels each way; they round its corners themselves. */
const TOUCH_ICON_SIZE = 180;

/**
 * Writes `/icon.svg` and `/apple-touch-icon.png`: the mark in the accent, on the page's ground.
 *
 * @param mark as `readSvg` gives it
 */
export async function writeIcons(
  publicDir: string,
  mark: string,
  colors: Brand['colors'],
): Promise<void> {
  const touchIcon = Buffer.from(drawIcon(mark, colors, { rounded: false }));
  await writeFile(join(publicDir, 'icon.svg'), drawIcon(mark, colors, { rounded: true }));
  await sharp(touchIcon, { density: (72 * TOUCH_ICON_SIZE) / SIZE })
    .resize(TOUCH_ICON_SIZE)
    .png({ palette: true })
    .toFile(join(publicDir, 'apple-touch-icon.png'));
}

/** Edge of the drawing, and what stays free around the mark, in its own units. */
const SIZE = 64;
const MARGIN = 4;

function drawIcon(mark: string, colors: Brand['colors'], { rounded }: { rounded: boolean }) {
  const inner = SIZE - 2 * MARGIN;
  const place = `x="${MARGIN}" y="${MARGIN}" width="${inner}" height="${inner}"`;
  const centred = mark
    .replace('<svg ', `<svg ${place} `)
    .replace(' preserveAspectRatio="xMinYMid"', '')
    .replace(' aria-hidden="true"', '');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" color="${colors.accent}">` +
    `<rect width="${SIZE}" height="${SIZE}"${rounded ? ' rx="12"' : ''} fill="${colors.page}"/>` +
    `${centred}</svg>`
  );
}
