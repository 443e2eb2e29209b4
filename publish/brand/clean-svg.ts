import { basename } from 'node:path';
import { optimize, type PluginConfig, type XastElement, type XastParent } from 'svgo';
import { compareDrawings } from './compare-drawings.ts';

/** The drawing is left-aligned if CSS gives it a wider box. Screen readers do not read it. */
export const ROOT = { preserveAspectRatio: 'xMinYMid', 'aria-hidden': 'true' };

/** The caterer can save the drawing in another way, so the message is Dutch. */
export class UnusableDrawingError extends Error {
  override readonly name = 'UnusableDrawingError';
}

/**
 * How many decimals coordinates may keep, tried in this order until the drawing looks the same.
 * Undefined leaves paths unchanged.
 */
const DECIMALS = [2, 4, 6, undefined];

/**
 * Reduces an SVG to drawing elements that every browser draws alike, as one `<svg>` that takes its
 * size from CSS.
 *
 * The drawing is rendered before and after, and refused when the two look different.
 *
 * @throws UnusableDrawingError
 */
export async function cleanSvg(name: string, source: string): Promise<string> {
  const before = run(source, [UNIFY]);
  for (const decimals of DECIMALS) {
    const after = run(source, [UNIFY, ...cleaning(name, decimals)]);
    const look = await compareDrawings(before, after);
    if (look === 'same') return after;
    if (look === 'empty') throw new UnusableDrawingError('Deze tekening is leeg.');
  }
  throw new UnusableDrawingError(
    `Je tekening ziet er op de site anders uit dan in je tekenprogramma. ${ADVICE.flatten}`,
  );
}

function run(source: string, plugins: PluginConfig[]): string {
  try {
    return optimize(source, { plugins }).data;
  } catch (error) {
    if (error instanceof UnusableDrawingError) throw error;
    const [reason] = String((error as Error).message).split('\n');
    throw new UnusableDrawingError(
      `Dit is geen leesbare SVG (${reason}). Bewaar het logo opnieuw als SVG.`,
    );
  }
}

/** Runs before both renderings that are compared, so that they have the same parts and size. */
const UNIFY: PluginConfig = {
  name: 'unify',
  fn: () => ({ element: { enter: unify } }),
};

function unify(node: XastElement, parent: XastParent): void {
  // Illustrator writes a drawing twice: for itself, and for other programs (SVG 1.1, 5.8).
  if (node.name === 'switch') {
    const shown = node.children.filter((child) => !isForIllustrator(child));
    node.name = 'g';
    node.children = shown;
  }
  if (parent.type !== 'root' || node.name !== 'svg') return;
  const { width, height, preserveAspectRatio: _, ...others } = node.attributes;
  const viewBox = others.viewBox ?? viewBoxOf(width, height);
  if (!viewBox) {
    throw new UnusableDrawingError(
      'De tekening heeft geen maten (viewBox). Bewaar ze opnieuw als SVG, zonder ‘responsief’.',
    );
  }
  node.attributes = { xmlns: 'http://www.w3.org/2000/svg', ...others, viewBox };
}

const isForIllustrator = (node: XastElement | XastParent['children'][number]) =>
  node.type === 'element' &&
  (node.name === 'foreignObject' || node.name.includes(':') || node.attributes.requiredExtensions);

/** CSS pixels in each unit that drawing programs write. */
const UNITS: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};

function viewBoxOf(...size: (string | undefined)[]): string | undefined {
  const [width, height] = size.map((length) => {
    const [, number = '', unit = ''] =
      /^\s*([\d.]+(?:e[-+]?\d+)?)\s*([a-z]*)\s*$/i.exec(length ?? '') ?? [];
    return Number(number) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
  });
  const round = (length: number) => Number(length.toFixed(3));
  return width && height ? `0 0 ${round(width)} ${round(height)}` : undefined;
}

/** A page contains several logos, whose ids must differ, so each id begins with its file's name. */
function cleaning(name: string, decimals: number | undefined): PluginConfig[] {
  const prefix = `${basename(name, '.svg').replace(/[^\w-]/g, '')}-`;
  return [
    'removeDoctype',
    'removeXMLProcInst',
    'removeComments',
    { name: 'inlineStyles', params: { onlyMatchedOnce: false, useMqs: [''] } },
    // The CSP blocks `style` attributes.
    'convertStyleToAttrs',
    { name: 'allow-drawing-only', fn: () => ({ element: { enter: allowDrawingOnly } }) },
    // Every document contains the logo, and fewer decimals save a third of its bytes.
    ...(decimals === undefined
      ? []
      : [
          {
            name: 'convertPathData' as const,
            params: { floatPrecision: decimals, applyTransforms: false },
          },
        ]),
    { name: 'prefixIds', params: { prefix, delim: '', prefixClassNames: false } },
  ];
}

/** Elements that are allowed. Others are refused. */
const ELEMENTS = namesIn(`
  svg g path rect circle ellipse line polyline polygon
  defs use symbol clipPath mask linearGradient radialGradient stop
`);

/** Elements that are removed, as are the elements of an editor ('sodipodi:namedview'). */
const DESCRIPTIVE_ELEMENTS = namesIn('title desc metadata');

/** Attributes that are allowed. Others are removed. */
const ATTRIBUTES = namesIn(`
  id href viewBox preserveAspectRatio transform transform-origin width height
  d points x y x1 y1 x2 y2 cx cy r rx ry fx fy fr
  gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity
  clip-path clip-rule clipPathUnits mask mask-type maskUnits maskContentUnits
  color opacity fill fill-opacity fill-rule overflow
  stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset stroke-opacity
  paint-order vector-effect display visibility
`);

/** Properties of SVG 2 that `convertStyleToAttrs` leaves in `style`. */
const GEOMETRY = namesIn(
  'transform transform-origin mask-type x y cx cy r rx ry width height overflow',
);

function namesIn(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/));
}

const ADVICE = {
  letters:
    'Zet letters om in vormen (Illustrator: Tekst › Lettercontouren maken; Figma: Flatten; Inkscape: Pad › Object naar pad; Canva: bewaar als PNG).',
  image:
    'Bewaar ze zonder foto’s erin, of bewaar het logo als PNG zonder achtergrond, minstens 720 beeldpunten breed.',
  effect:
    'Haal schaduwen, vervaging en patronen weg, of bewaar het logo als PNG zonder achtergrond, minstens 720 beeldpunten breed.',
  styles:
    'Kies bij het bewaren ‘Presentatiekenmerken’ (Illustrator: SVG-opties, Stijl) of ‘Gewone SVG’ (Inkscape).',
  illustrator: 'Zet bij het bewaren ‘Illustrator-bewerkingsmogelijkheden behouden’ uit.',
  script: 'Bewaar ze zonder scripts en koppelingen.',
  flatten:
    'Zet alles om in vormen zonder maskers of effecten, of bewaar het logo als PNG zonder achtergrond, minstens 720 beeldpunten breed.',
};

function adviceFor(element: string): string {
  if (/^(?:text|tspan|textPath|font|tref|glyph)/i.test(element)) return ADVICE.letters;
  if (element === 'image') return ADVICE.image;
  if (element === 'style') return ADVICE.styles;
  if (element === 'foreignObject') return ADVICE.illustrator;
  if (/^(?:script|a|animate.*|set|iframe)$/.test(element)) return ADVICE.script;
  return ADVICE.effect;
}

/** @throws UnusableDrawingError that names the element or attribute that is not allowed */
function allowDrawingOnly(node: XastElement, parent: XastParent): void {
  const { name } = node;
  if (DESCRIPTIVE_ELEMENTS.has(name) || name.includes(':')) {
    parent.children = parent.children.filter((child) => child !== node);
    return;
  }
  const isRoot = parent.type === 'root';
  if (isRoot && name !== 'svg') throw new UnusableDrawingError('Dit is geen SVG-tekening.');
  if (!ELEMENTS.has(name))
    refuse(name === 'style' ? '@media of een ander stijlblad' : `<${name}>`, name);
  const attributes = withPlainStyles(node.attributes);
  node.attributes = {};
  for (const [attribute, value] of Object.entries(attributes)) {
    if (/^on/i.test(attribute)) refuse(`${attribute}="${value}"`, 'script');
    if (!ATTRIBUTES.has(attribute)) continue;
    if (pointsOutside(attribute, value)) refuse(`${attribute}="${value}"`, 'script');
    node.attributes[attribute] = value;
  }
  if (!isRoot) return;
  const { viewBox = '', x: _x, y: _y, id: _id, overflow: _o, ...others } = node.attributes;
  node.attributes = { viewBox, ...others, ...ROOT };
}

/**
 * Writes `href` for `xlink:href`, whose prefix only XML files can declare, and takes geometry out
 * of `style`.
 */
function withPlainStyles({ style = '', ...attributes }: Record<string, string>) {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    plain[name === 'xlink:href' ? 'href' : name] ??= value;
  }
  for (const declaration of style.split(';')) {
    const [property = '', value = ''] = declaration.split(/:(.*)/s).map((part) => part.trim());
    if (GEOMETRY.has(property)) plain[property] = value;
  }
  for (const [name, value] of Object.entries(plain)) {
    // CSS writes units where attributes have none.
    if (GEOMETRY.has(name)) plain[name] = value.replace(/(\d)(?:px|deg)\b/g, '$1');
  }
  return plain;
}

/** Whether an attribute refers to anything but an element of the drawing. */
function pointsOutside(attribute: string, value: string): boolean {
  if (attribute === 'href') return !value.startsWith('#');
  return /url\((?!["']?#)/i.test(value);
}

function refuse(what: string, element: string): never {
  const start = what.length > 60 ? `${what.slice(0, 60)}…` : what;
  throw new UnusableDrawingError(`In de tekening zit ${start}. ${adviceFor(element)}`);
}
