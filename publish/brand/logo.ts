import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { optimize, type XastElement, type XastParent } from 'svgo';
import { ContentError, findingAbout } from '../content/finding.ts';
import { shortHash } from '../folders.ts';

/** Minimum width of a PNG: sharp at 360 CSS pixels with a device pixel ratio of 2. */
const MIN_LOGO_WIDTH = 720;

/** A validated logo of `content/brand/`. */
interface ReadLogo {
  /** An `<svg>` for use inside a page. */
  inPage: string;
  /** The same without external files. */
  alone: string;
  /** The image file that the page shows, if it is a PNG. */
  picture?: { /** Path in the public folder. */ path: string; bytes: Buffer };
}

/**
 * Reads a logo for use inside a page: a PNG, or an SVG that contains only drawing elements.
 *
 * @param file in `content/brand/`
 * @throws ContentError when it is missing, contains other elements, or is a PNG that is too small
 *   or opaque
 */
export async function readLogo(contentDir: string, file: string): Promise<ReadLogo> {
  const bytes = await readFile(join(contentDir, 'brand', file)).catch(() => undefined);
  try {
    if (!bytes) throw new LogoRefusal('Dit bestand staat niet in de map brand.');
    return await checkLogo(file, bytes);
  } catch (error) {
    if (!(error instanceof LogoRefusal)) throw error;
    throw new ContentError([findingAbout('error', `brand/${file}`, error.message)]);
  }
}

/** Why a logo is refused, as a Dutch sentence. */
export class LogoRefusal extends Error {}

/**
 * Checks the bytes of an uploaded logo.
 *
 * @param name file name; its extension determines the format
 * @throws LogoRefusal
 */
export async function checkLogo(name: string, bytes: Buffer): Promise<ReadLogo> {
  if (name.endsWith('.png')) return readPng(name, bytes);
  const svg = cleanSvg(bytes.toString('utf8'), `${basename(name, '.svg')}-`);
  return { inPage: svg, alone: svg };
}

async function readPng(name: string, bytes: Buffer): Promise<ReadLogo> {
  const image = sharp(bytes);
  const metadata = await image.metadata().catch(() => undefined);
  const expected = `verwacht wordt een PNG van minstens ${MIN_LOGO_WIDTH} beeldpunten breed met een doorzichtige achtergrond, of een SVG.`;
  if (metadata?.format !== 'png') throw new LogoRefusal(`Dit is geen leesbare PNG; ${expected}`);
  const { width, height, hasAlpha } = metadata;
  if (width < MIN_LOGO_WIDTH) {
    throw new LogoRefusal(`Deze PNG is ${width} beeldpunten breed; ${expected}`);
  }
  if (!hasAlpha || (await image.stats()).isOpaque) {
    throw new LogoRefusal(`Deze PNG heeft een dichte achtergrond; ${expected}`);
  }
  const path = `assets/${basename(name, '.png')}-${shortHash(bytes)}.png`;
  const root = Object.entries({ viewBox: `0 0 ${width} ${height}`, ...ROOT });
  const draw = (href: string) =>
    `<svg ${root.map(([key, value]) => `${key}="${value}"`).join(' ')}>` +
    `<image href="${href}" width="${width}" height="${height}"/></svg>`;
  return {
    inPage: draw(`/${path}`),
    alone: draw(`data:image/png;base64,${bytes.toString('base64')}`),
    picture: { path, bytes },
  };
}

/** Left-aligned if CSS gives it a wider box. Hidden from screen readers. */
const ROOT = { preserveAspectRatio: 'xMinYMid', 'aria-hidden': 'true' };

/** Allowed elements; others are refused. */
const ELEMENTS = new Set([
  ...['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['defs', 'use', 'symbol', 'clipPath', 'mask', 'linearGradient', 'radialGradient', 'stop'],
]);

/** Elements without a drawing, which are removed, like those of an editor ('sodipodi:namedview'). */
const NOTES = new Set(['title', 'desc', 'metadata']);

/**
 * Allowed attributes; others are removed. The CSP blocks `style` attributes, so svgo converts them
 * to these.
 */
const ATTRIBUTES = new Set([
  ...['id', 'href', 'xlink:href', 'viewBox', 'd', 'points', 'x', 'y', 'x1', 'y1', 'x2', 'y2'],
  ...['width', 'height', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'transform', 'offset'],
  ...['gradientUnits', 'gradientTransform', 'spreadMethod', 'clipPathUnits', 'maskUnits'],
  ...['color', 'opacity', 'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width'],
  ...['stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit', 'stroke-dasharray'],
  ...['stroke-dashoffset', 'stroke-opacity', 'clip-path', 'clip-rule', 'mask', 'stop-color'],
  ...['stop-opacity', 'paint-order', 'vector-effect', 'display', 'visibility'],
]);

/**
 * @param idPrefix makes its ids unique, because a page has two logos
 * @returns one `<svg>` that takes its size from CSS
 * @throws LogoRefusal
 */
function cleanSvg(source: string, idPrefix: string): string {
  try {
    const { data } = optimize(source, {
      plugins: [
        'removeDoctype',
        'removeXMLProcInst',
        'removeComments',
        'removeDimensions',
        { name: 'inlineStyles', params: { onlyMatchedOnce: false } },
        'convertStyleToAttrs',
        { name: 'allow-drawing-only', fn: () => ({ element: { enter: allowDrawingOnly } }) },
        // Every document contains it; fewer decimals save a third of its bytes.
        { name: 'convertPathData', params: { floatPrecision: 2, applyTransforms: false } },
        { name: 'prefixIds', params: { prefix: idPrefix, delim: '', prefixClassNames: false } },
      ],
    });
    return data;
  } catch (error) {
    if (error instanceof LogoRefusal) throw error;
    const reason = error instanceof Error ? error.message.split('\n')[0] : error;
    throw new LogoRefusal(`Dit is geen leesbare SVG (${reason}); bewaar het logo opnieuw.`);
  }
}

function allowDrawingOnly(node: XastElement, parent: XastParent): void {
  if (NOTES.has(node.name) || node.name.includes(':')) {
    parent.children = parent.children.filter((child) => child !== node);
    return;
  }
  const isRoot = parent.type === 'root';
  if (!ELEMENTS.has(node.name) || (isRoot && node.name !== 'svg')) refuse(`<${node.name}>`);
  for (const [name, value] of Object.entries(node.attributes)) {
    const isOutside = /href$/.test(name) ? !value.startsWith('#') : /url\((?!["']?#)/i.test(value);
    if (/^on/i.test(name) || (isOutside && ATTRIBUTES.has(name))) refuse(`${name}="${value}"`);
    if (!ATTRIBUTES.has(name)) delete node.attributes[name];
  }
  if (!isRoot) return;
  const { viewBox, x: _x, y: _y, id: _id, ...others } = node.attributes;
  if (!viewBox) {
    throw new LogoRefusal('De tekening heeft geen viewBox, en dus geen vorm; bewaar ze opnieuw.');
  }
  node.attributes = { viewBox, ...ROOT, ...others };
}

function refuse(what: string): never {
  const start = what.length > 80 ? `${what.slice(0, 80)}…` : what;
  throw new LogoRefusal(
    `In het logo staat ${start}; verwacht worden alleen vormen: zet in je tekenprogramma letters om in vormen en bewaar als gewone SVG.`,
  );
}
