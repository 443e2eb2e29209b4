import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp, { type OutputInfo } from 'sharp';
import { shortHash } from '../../runtime/hash-files.ts';
import { ContentError, findingAbout } from '../content/finding.ts';
import { cleanSvg, ROOT, UnusableDrawingError } from './clean-svg.ts';

/** The minimum width of a PNG, which is sharp at 360 CSS pixels with a device pixel ratio of 2. */
const MIN_LOGO_WIDTH = 720;
/** A wider PNG is scaled down, because every visitor loads it. */
const MAX_LOGO_WIDTH = 1440;
const MAX_PNG_PIXELS = 50_000_000;
/**
 * The maximum size of an SVG. A logo takes a few kB; a larger file probably contains a photo or a
 * map.
 */
const MAX_SVG_BYTES = 1_000_000;

export interface CheckedLogo {
  /** An `<svg>` for use inside a page. */
  inPage: string;
  /** The same drawing without external files. */
  alone: string;
  /** The file of a PNG, and its path in the public folder. */
  picture?: { path: string; bytes: Buffer };
}

/**
 * Reads a logo of `content/brand/` for use inside a page.
 *
 * @throws ContentError when the file is missing, or for a reason that `checkLogo` names
 */
export async function readLogo(contentDir: string, name: string): Promise<CheckedLogo> {
  const bytes = await readFile(join(contentDir, 'brand', name)).catch(() => undefined);
  if (!bytes) throw refusal(name, 'Dit bestand staat niet in de map brand.');
  return checkLogo(name, bytes);
}

/** Remembers checked logos, because the desk shows the same ones again and again. */
const checked = new Map<string, Promise<CheckedLogo>>();
const MAX_CHECKED = 12;

/**
 * Checks a logo: a PNG, or an SVG that contains only drawing elements.
 *
 * @throws ContentError when it contains other elements, would look different on the site, or is a
 *   PNG that is too small or opaque
 */
export function checkLogo(name: string, bytes: Buffer): Promise<CheckedLogo> {
  const key = `${name} ${shortHash(bytes)}`;
  const known = checked.get(key);
  if (known) return known;
  const reading = name.endsWith('.png') ? readPng(name, bytes) : readSvg(name, bytes);
  checked.set(key, reading);
  reading.catch(() => checked.delete(key));
  const [oldest] = checked.keys();
  if (checked.size > MAX_CHECKED && oldest) checked.delete(oldest);
  return reading;
}

function refusal(name: string, message: string): ContentError {
  return new ContentError([findingAbout('error', `brand/${name}`, message)]);
}

async function readSvg(name: string, bytes: Buffer): Promise<CheckedLogo> {
  if (bytes.length > MAX_SVG_BYTES) {
    const megabytes = (bytes.length / 1e6).toFixed(1).replace('.', ',');
    throw refusal(name, `Deze SVG is ${megabytes} MB groot, hoogstens 1 MB kan; bewaar als PNG.`);
  }
  try {
    const svg = await cleanSvg(name, bytes.toString('utf8'));
    return { inPage: svg, alone: svg };
  } catch (error) {
    if (!(error instanceof UnusableDrawingError)) throw error;
    throw refusal(name, error.message);
  }
}

async function readPng(name: string, bytes: Buffer): Promise<CheckedLogo> {
  const refuse = (what: string) => {
    const expected = `een PNG van ${MIN_LOGO_WIDTH} beeldpunten breed zonder achtergrond, of een SVG`;
    return refusal(name, `${what}; verwacht wordt ${expected}.`);
  };
  const image = sharp(bytes, { limitInputPixels: false });
  const metadata = await image.metadata().catch(() => undefined);
  if (metadata?.format !== 'png') throw refuse('Dit is geen leesbare PNG');
  const { width, height, hasAlpha } = metadata;
  if (width < MIN_LOGO_WIDTH) throw refuse(`Deze PNG is ${width} beeldpunten breed`);
  if (width * height > MAX_PNG_PIXELS) throw refuse('Deze PNG heeft te veel beeldpunten');
  const scaled = await image
    .resize({ width: MAX_LOGO_WIDTH, withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined);
  if (!scaled) throw refuse('Deze PNG is beschadigd');
  const isOpaque = !hasAlpha || (await sharp(scaled.data).stats()).isOpaque;
  if (isOpaque) throw refuse('Deze PNG heeft een dichte achtergrond');
  return placePng(name, scaled.data, scaled.info);
}

function placePng(name: string, bytes: Buffer, { width, height }: OutputInfo): CheckedLogo {
  const path = `assets/${basename(name, '.png')}-${shortHash(bytes)}.png`;
  const attributes = Object.entries({ viewBox: `0 0 ${width} ${height}`, ...ROOT });
  const root = attributes.map(([attribute, value]) => `${attribute}="${value}"`).join(' ');
  const draw = (href: string) =>
    `<svg ${root}><image href="${href}" width="${width}" height="${height}"/></svg>`;
  return {
    inPage: draw(`/${path}`),
    alone: draw(`data:image/png;base64,${bytes.toString('base64')}`),
    picture: { path, bytes },
  };
}
