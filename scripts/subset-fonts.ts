/**
 * `node scripts/subset-fonts.ts <folder>`: makes the subsets in `site/fonts/files/` again, from
 * packages that no installation needs. In an empty folder:
 *
 *     npm install subset-font@2 @capsizecss/core@4 @capsizecss/metrics@4 \
 *       @fontsource/instrument-serif @fontsource/fraunces @fontsource/cormorant-garamond \
 *       @fontsource/bricolage-grotesque @fontsource-variable/instrument-sans \
 *       @fontsource-variable/figtree @fontsource-variable/mulish
 *
 * Each font becomes two files, because nearly all pages need only the characters of the first. The
 * sheets in `site/fonts/` name the same ranges, so a character in neither file (a word joiner, a
 * thin space) downloads nothing. The fonts of headings are also written in one piece as TrueType
 * (`titles/`), for the letters on social cards.
 *
 * The script also prints the fallback faces for those sheets: system fonts scaled so that text
 * takes as much room as in our font (multiplied by the `size-adjust` of our font, where a sheet has
 * one).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { readArguments, refuseArguments } from '../runtime/command-line.ts';

const FONTS = `instrument-serif-latin-400-normal instrument-serif-latin-400-italic
  fraunces-latin-400-normal fraunces-latin-400-italic bricolage-grotesque-latin-600-normal
  cormorant-garamond-latin-500-normal cormorant-garamond-latin-500-italic
  instrument-sans-latin-wght-normal figtree-latin-wght-normal mulish-latin-wght-normal`;
/** ASCII from the space on, then western Europe's letters, typographic signs and the euro. */
const ALL = `${String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))}\u00a0©«°²·»½ÀÁÂÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖ×ØÙÚÛÜßàáâäåæçèéêëìíîïñòóôöøùúûüÿĲĳŒœ–—‘’“”„…€−`;
/**
 * The characters of the first file. The italic's file has fewer, because italics only emphasise a
 * few words.
 */
const FIRST = /[ -Z_a-z\u00a0©Éàâç-ëîïôöûü–‘’“”…€]/;
const FIRST_OF_ITALIC = /[ !,\-.0-:?A-Za-zèéëï–’]/;
/** The fonts keep kerning, marks, and figures of one width for prices. */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'lnum', 'tnum'];
/** Headings keep their ligatures, because without them letters collide at that size. */
const TITLE = { variationAxes: {}, keepFeatures: [...FEATURES, 'liga'] };
const TEXT = { variationAxes: { wght: { min: 400, max: 600 } }, keepFeatures: FEATURES };
/**
 * Fonts of Windows, macOS and Android. Linux has Times and Arial as Liberation, with the same
 * widths.
 */
const SYSTEM_FONTS: Record<string, string[]> = {
  serif: ['georgia', 'timesNewRoman', 'notoSerif'],
  'sans-serif': ['arial', 'roboto'],
};

/**
 * Corrects the library's average character width, which is that of English text: Dutch is narrower.
 */
const DUTCH_WIDTH = 0.99;

const USAGE = 'node scripts/subset-fonts.ts FOLDER';
const { positionals } = readArguments(USAGE, { allowPositionals: true });
const [folder] = positionals;
if (!folder) refuseArguments(USAGE, 'Name the folder that has subset-font and the fonts.');
const require = createRequire(join(resolve(folder), 'package.json'));
const subsetFont = require('subset-font');
const { createFontStack } = require('@capsizecss/core');
const { entireMetricsCollection: metrics } = require('@capsizecss/metrics/entireMetricsCollection');

for (const name of FONTS.split(/\s+/)) {
  const isText = name.includes('wght');
  const isItalic = name.endsWith('italic');
  const scope = isText ? '@fontsource-variable' : '@fontsource';
  const font = name.replace(/-latin.*/, '');
  const source = await readFile(require.resolve(`${scope}/${font}/files/${name}.woff2`));
  const isFirst = (character: string) => (isItalic ? FIRST_OF_ITALIC : FIRST).test(character);
  const { true: first = [], false: rest = [] } = Object.groupBy(
    ALL,
    (character) => `${isFirst(character)}`,
  );
  const options = isItalic ? {} : isText ? TEXT : TITLE;
  await cut(source, name, first, { ...options, noLayoutClosure: isItalic });
  await cut(source, `${name}-rest`, rest, { ...options, noLayoutClosure: true });
  if (!isText && !isItalic) await cutTitle(source, font);
  for (const weight of isText ? [400, 500, 600] : [Number(/\d+/.exec(name))]) {
    printFallbacks(font, weight, isItalic);
  }
}

/** Cuts a font and removes its hints, which screens do not need at the sizes of text. */
async function cut(source: Buffer, name: string, characters: string[], options: object) {
  const all = { targetFormat: 'woff2', noHinting: true, ...options };
  const bytes: Buffer = await subsetFont(source, characters.join(''), all);
  await writeFile(join(import.meta.dirname, '../site/fonts/files', `${name}.woff2`), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}

/**
 * Cuts a font for social cards, whose renderer reads no WOFF2. The file has the name of the pair of
 * fonts.
 */
async function cutTitle(source: Buffer, font: string) {
  const options = { ...TITLE, targetFormat: 'truetype', noHinting: true };
  const bytes: Buffer = await subsetFont(source, ALL, options);
  const [pair] = font.split('-');
  await writeFile(join(import.meta.dirname, '../site/fonts/titles', `${pair}.ttf`), bytes);
  console.log(`${pair}.ttf: ${bytes.length} bytes`);
}

/** Prints fallback faces: system fonts scaled so that text takes as much room as in our font. */
function printFallbacks(font: string, weight: number, isItalic: boolean) {
  const key = font.replace(/-./g, (letters) => letters.charAt(1).toUpperCase());
  const style = isItalic ? 'italic' : '';
  const regular = style || 'regular';
  const english = metrics[key].variants[weight === 400 ? regular : `${weight}${style}`];
  const own = { ...english, subsets: { latin: { xWidthAvg: DUTCH_WIDTH * english.xWidthAvg } } };
  const system = SYSTEM_FONTS[own.category]?.map((name) => {
    return metrics[name].variants[weight === 600 ? '700' : regular];
  });
  const fontFaceProperties = { fontStyle: style || 'normal', fontWeight: weight };
  console.log(createFontStack([own, ...(system ?? [])], { fontFaceProperties }).fontFaces);
}
