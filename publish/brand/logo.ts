import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { optimize, type XastElement, type XastParent } from 'svgo';
import { ContentError, findingAbout } from '../content/finding.ts';
import { shortHash } from '../folders.ts';

/** Minimum width of a PNG: sharp at 360 CSS pixels with a device pixel ratio of 2. */
const MIN_LOGO_WIDTH = 720;

export interface ReadLogo {
  /** An `<svg>` for use inside a page. */
  inPage: string;
  /** The same without external files. */
  alone: string;
  /** The file of a PNG, and its path in the public folder. */
  picture?: { path: string; bytes: Buffer };
}

/**
 * Reads a logo of `content/brand/` for use inside a page.
 *
 * @throws ContentError when it is missing, or as in `checkLogo`
 */
export async function readLogo(contentDir: string, name: string): Promise<ReadLogo> {
  const bytes = await readFile(join(contentDir, 'brand', name)).catch(() => undefined);
  if (!bytes) throw refusal(name, 'Dit bestand staat niet in de map brand.');
  return checkLogo(name, bytes);
}

/**
 * Checks a logo: a PNG, or an SVG that contains only drawing elements.
 *
 * @throws ContentError when it contains other elements, or is a PNG that is too small or opaque
 */
export async function checkLogo(name: string, bytes: Buffer): Promise<ReadLogo> {
  if (name.endsWith('.png')) return readPng(name, bytes);
  const svg = cleanSvg(name, bytes.toString('utf8'));
  return { inPage: svg, alone: svg };
}

function refusal(name: string, message: string): ContentError {
  return new ContentError([findingAbout('error', `brand/${name}`, message)]);
}

async function readPng(name: string, bytes: Buffer): Promise<ReadLogo> {
  const image = sharp(bytes);
  const metadata = await image.metadata().catch(() => undefined);
  const refuse = (what: string) => {
    const expected = `een PNG van ${MIN_LOGO_WIDTH} beeldpunten breed zonder achtergrond, of een SVG`;
    return refusal(name, `${what}; verwacht wordt ${expected}.`);
  };
  if (metadata?.format !== 'png') throw refuse('Dit is geen leesbare PNG');
  const { width, height, hasAlpha } = metadata;
  if (width < MIN_LOGO_WIDTH) throw refuse(`Deze PNG is ${width} beeldpunten breed`);
  const isOpaque = !hasAlpha || (await image.stats()).isOpaque;
  if (isOpaque) throw refuse('Deze PNG heeft een dichte achtergrond');
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

/** Left-aligned if CSS gives it a wider box. Hidden from screen readers. */
const ROOT = { preserveAspectRatio: 'xMinYMid', 'aria-hidden': 'true' };

/** Allowed elements; others are refused. */
const ELEMENTS = namesIn(`
  svg g path rect circle ellipse line polyline polygon
  defs use symbol clipPath mask linearGradient radialGradient stop
`);

/** Removed, like the elements of an editor ('sodipodi:namedview'). */
const NOTES = namesIn('title desc metadata');

/** Allowed attributes; others are removed. */
const ATTRIBUTES = namesIn(`
  id href xlink:href viewBox transform width height
  d points x y x1 y1 x2 y2 cx cy r rx ry fx fy
  gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity
  clip-path clip-rule clipPathUnits mask maskUnits
  color opacity fill fill-opacity fill-rule
  stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset stroke-opacity
  paint-order vector-effect display visibility
`);

function namesIn(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/));
}

/** @returns one `<svg>` that takes its size from CSS */
function cleanSvg(name: string, source: string): string {
  // A page has two logos, whose ids must differ.
  const prefix = `${basename(name, '.svg')}-`;
  try {
    const { data } = optimize(source, {
      plugins: [
        'removeDoctype',
        'removeXMLProcInst',
        'removeComments',
        'removeDimensions',
        { name: 'inlineStyles', params: { onlyMatchedOnce: false } },
        // The CSP blocks `style` attributes.
        'convertStyleToAttrs',
        { name: 'allow-drawing-only', fn: () => ({ element: { enter: allowDrawingOnly } }) },
        // Every document contains it; fewer decimals save a third of its bytes.
        { name: 'convertPathData', params: { floatPrecision: 2, applyTransforms: false } },
        { name: 'prefixIds', params: { prefix, delim: '', prefixClassNames: false } },
      ],
    });
    return data;
  } catch (error) {
    const [reason] = String((error as Error).message).split('\n');
    throw refusal(name, `Dit is geen bruikbare SVG: ${reason}; bewaar het logo opnieuw.`);
  }
}

/** @throws Error with what is not allowed */
function allowDrawingOnly(node: XastElement, parent: XastParent): void {
  const { name, attributes } = node;
  if (NOTES.has(name) || name.includes(':')) {
    parent.children = parent.children.filter((child) => child !== node);
    return;
  }
  const isRoot = parent.type === 'root';
  if (!ELEMENTS.has(name) || (isRoot && name !== 'svg')) refuse(`<${name}>`);
  for (const [attribute, value] of Object.entries(attributes)) {
    const isAllowed = ATTRIBUTES.has(attribute);
    const isHandler = /^on/i.test(attribute);
    if (isHandler || (isAllowed && pointsOutside(attribute, value))) {
      refuse(`${attribute}="${value}"`);
    }
    if (!isAllowed) delete attributes[attribute];
  }
  if (!isRoot) return;
  const { viewBox, x: _x, y: _y, id: _id, ...others } = attributes;
  if (!viewBox) throw new Error('de tekening heeft geen viewBox, en dus geen vorm');
  node.attributes = { viewBox, ...ROOT, ...others };
}

/** Whether an attribute refers to anything but an element of the drawing. */
function pointsOutside(attribute: string, value: string): boolean {
  if (attribute.endsWith('href')) return !value.startsWith('#');
  return /url\((?!["']?#)/i.test(value);
}

function refuse(what: string): never {
  const start = what.length > 80 ? `${what.slice(0, 80)}…` : what;
  throw new Error(`${start} is geen vorm (zet in je tekenprogramma letters om in vormen)`);
}
