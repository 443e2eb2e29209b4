import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { ContentError } from '../content/content-error.ts';
import { readSvg } from './read-svg.ts';

/** A PNG is used as it is: sharp at 360 CSS pixels on a screen of two pixels each. */
export const LEAST_LOGO_WIDTH = 720;

/** A logo in `content/brand/`, read and checked. */
export interface ReadLogo {
  /** One `<svg>` to stand in a page. */
  inPage: string;
  /** The same, needing no other file. */
  alone: string;
  /** What it shows in a page, when it is no drawing. */
  picture?: { /** From the public folder. */ path: string; bytes: Buffer };
}

/**
 * @param file in `content/brand/`: an SVG, or a PNG
 * @throws ContentError when it is missing, does more than drawing, or is a PNG too small or opaque
 */
export async function readLogo(contentDir: string, file: string): Promise<ReadLogo> {
  if (!file.endsWith('.png')) {
    const svg = await readSvg(contentDir, file);
    return { inPage: svg, alone: svg };
  }
  const bytes = await readFile(join(contentDir, 'brand', file)).catch(() => undefined);
  const {
    format,
    width = 0,
    height = 0,
    hasAlpha,
  } = await sharp(bytes ?? Buffer.of(0))
    .metadata()
    .catch(() => ({ format: undefined, hasAlpha: false, width: 0, height: 0 }));
  const isClear = hasAlpha && !(await sharp(bytes).stats()).isOpaque;
  const refuse = (found: string) => {
    throw new ContentError([
      {
        file: `brand/${file}`,
        found,
        expected: `een PNG van minstens ${LEAST_LOGO_WIDTH} beeldpunten breed met een doorzichtige achtergrond, of een SVG`,
        example:
          'vraag je ontwerper het logo als SVG, of bewaar het opnieuw als PNG, groter en zonder achtergrond',
      },
    ]);
  };
  if (!bytes) refuse('dit bestand staat niet in de map brand');
  else if (format !== 'png') refuse('geen leesbare PNG');
  else if (width < LEAST_LOGO_WIDTH) refuse(`een PNG van ${width} beeldpunten breed`);
  else if (!isClear) refuse('een PNG met een dichte achtergrond');
  const content = bytes as Buffer;
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const path = `assets/${basename(file, '.png')}-${hash}.png`;
  const drawn = (href: string) =>
    `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMinYMid" aria-hidden="true">` +
    `<image href="${href}" width="${width}" height="${height}"/></svg>`;
  return {
    inPage: drawn(`/${path}`),
    alone: drawn(`data:image/png;base64,${content.toString('base64')}`),
    picture: { path, bytes: content },
  };
}
