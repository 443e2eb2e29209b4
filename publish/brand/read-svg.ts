import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { SaxesParser } from 'saxes';
import { ContentError, type Finding } from '../content/content-error.ts';

/** What draws; everything else stops publishing. */
const DRAWING = new Set([
  ...['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['defs', 'use', 'symbol', 'clipPath', 'mask', 'linearGradient', 'radialGradient', 'stop'],
]);

/** Notes of drawing programs and for other readers, left out with all they hold. */
const NOTES = new Set(['title', 'desc', 'metadata']);

/** Attributes that are kept; those of drawing programs are left out. */
const DRAWN_BY = new Set([
  ...['id', 'href', 'viewBox', 'd', 'points', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'width', 'height'],
  ...['cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'transform', 'offset', 'gradientUnits'],
  ...['gradientTransform', 'spreadMethod', 'clipPathUnits', 'maskUnits'],
]);

/** Those that programs also write as `style="fill:none"`, which the pages' policy would ignore. */
const PAINTED_BY =
  /^(?:color|opacity|fill|fill-opacity|fill-rule|stroke|stroke-(?:width|linecap|linejoin|miterlimit|dasharray|dashoffset|opacity)|clip-path|clip-rule|mask|stop-color|stop-opacity|paint-order|vector-effect|display|visibility)$/;

/**
 * Reads a drawing of the caterer's, to stand inside a page: only what draws is let in, without
 * comments and spaces, its ids made its own (two logos stand in one page).
 *
 * @param file in `content/brand/`
 * @returns one `<svg>` that takes its size from CSS and is hidden from screen readers
 * @throws ContentError when the file is missing or does more than drawing
 */
export async function readSvg(contentDir: string, file: string): Promise<string> {
  const source = await readFile(join(contentDir, 'brand', file), 'utf8').catch(() => undefined);
  try {
    if (source === undefined) throw new Refusal(MISSING);
    return rewriteSvg(source, `${basename(file, '.svg')}-`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const finding = error instanceof Refusal ? error.finding : notWellFormed(error);
    throw new ContentError([{ file: `brand/${file}`, ...finding }]);
  }
}

function rewriteSvg(source: string, idPrefix: string): string {
  const parser = new SaxesParser();
  const written: string[] = [];
  let depth = 0;
  let notesFrom: number | undefined;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth++;
    if (depth === 1 && name !== 'svg') throw new Refusal(notAllowed(`<${name}>`));
    if (notesFrom !== undefined) return;
    if (NOTES.has(name) || name.includes(':')) {
      notesFrom = depth;
      return;
    }
    if (!DRAWING.has(name)) throw new Refusal(notAllowed(`<${name}>`));
    const kept = keptAttributes(attributes);
    written.push(writeTag(name, depth === 1 ? rootAttributes(kept) : kept, idPrefix));
  });
  parser.on('closetag', ({ name }) => {
    if (notesFrom === undefined) written.push(`</${name}>`);
    if (notesFrom === depth) notesFrom = undefined;
    depth--;
  });
  parser.write(source).close();
  return written
    .join('')
    .replaceAll(/><\/(?:path|rect|circle|ellipse|line|polyline|polygon|use|stop)>/g, '/>');
}

function keptAttributes(attributes: Record<string, string>): Map<string, string> {
  const kept = new Map<string, string>();
  for (const [name, value] of Object.entries({ ...attributes, ...readStyle(attributes.style) })) {
    if (/^on/i.test(name)) throw new Refusal(notAllowed(`${name}="${value}"`));
    const plainName = name.replace(/^xlink:/, '');
    if (!DRAWN_BY.has(plainName) && !PAINTED_BY.test(plainName)) continue;
    const isOutside =
      plainName === 'href' ? !value.startsWith('#') : /url\((?!["']?#)/i.test(value);
    if (isOutside) throw new Refusal(notAllowed(`${name}="${value}"`));
    kept.set(plainName, value.trim().replace(/\s+/g, ' '));
  }
  return kept;
}

/** `fill:none;stroke:#000` as attributes. */
function readStyle(style = ''): Record<string, string> {
  const declarations = style.split(';').map((declaration) => declaration.split(':', 2));
  return Object.fromEntries(declarations.map(([name = '', value = '']) => [name.trim(), value]));
}

function rootAttributes(attributes: Map<string, string>): Map<string, string> {
  const [width, height] = ['width', 'height'].map((name) => parseFloat(attributes.get(name) ?? ''));
  const viewBox = attributes.get('viewBox') ?? (width && height && `0 0 ${width} ${height}`);
  if (!viewBox) throw new Refusal(WITHOUT_SIZE);
  const painted = [...attributes].filter(([name]) => PAINTED_BY.test(name));
  return new Map([
    ['viewBox', viewBox],
    // Where CSS gives it more room than its shape needs, it stands at the left.
    ['preserveAspectRatio', 'xMinYMid'],
    ['aria-hidden', 'true'],
    ...painted,
  ]);
}

function writeTag(name: string, attributes: Map<string, string>, idPrefix: string): string {
  const written = [...attributes].map(
    ([attribute, value]) => ` ${attribute}="${escapeAttribute(ownId(attribute, value, idPrefix))}"`,
  );
  return `<${name}${written.join('')}>`;
}

/** Ids, and what refers to them, as no other drawing in the page has them. */
function ownId(attribute: string, value: string, idPrefix: string): string {
  if (attribute === 'id') return idPrefix + value;
  if (attribute === 'href') return `#${idPrefix}${value.slice(1)}`;
  return value.replace(/url\((["']?)#/gi, `url($1#${idPrefix}`);
}

const escapeAttribute = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Why a drawing is not let in. */
class Refusal extends Error {
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(finding.found);
    this.finding = finding;
  }
}

const SAVE_AGAIN =
  'open het logo in je tekenprogramma, zet letters om in vormen (Illustrator: Type > Create Outlines, ' +
  'Inkscape: Pad > Object naar pad) en bewaar als gewone SVG, met opmaak als attributen';

const MISSING: Finding = {
  found: 'dit bestand staat niet in de map brand',
  expected: 'een SVG-bestand met precies de naam die in brand.yaml staat',
  example: 'content/brand/beeldmerk.svg',
};

const WITHOUT_SIZE: Finding = {
  found: 'een tekening zonder viewBox',
  expected: 'een viewBox: daaraan ziet de site hoe breed en hoog het logo is',
  example: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 52">',
};

const notAllowed = (what: string): Finding => ({
  found: what.length > 80 ? `${what.slice(0, 80)}…` : what,
  expected: 'alleen vormen: een logo brengt geen scripts, foto’s, letters of links mee',
  example: SAVE_AGAIN,
});

const notWellFormed = (error: Error): Finding => ({
  found: `geen leesbare SVG (regel en teken ${error.message})`,
  expected: 'een SVG-bestand zoals een tekenprogramma het bewaart',
  example: SAVE_AGAIN,
});
