/**
 * `node scripts/cut-fonts.ts <folder>`: cuts the files of `site/fonts/files/` again, from packages
 * that no installation needs. In an empty folder:
 *
 *     npm install subset-font@2 @fontsource/instrument-serif @fontsource/fraunces \
 *       @fontsource/cormorant-garamond @fontsource/bricolage-grotesque \
 *       @fontsource-variable/instrument-sans @fontsource-variable/figtree @fontsource-variable/mulish
 *
 * Each font becomes two files, because pages nearly always need the characters of one alone; the
 * sheets in `site/fonts/` name the same ranges. They also hold the faces of fonts that devices have, to
 * stand in until ours have come: `size-adjust` is our mean advance over theirs, measured in Chromium
 * over the texts of `content/` (the averages of @capsizecss/metrics are 2 to 3 % off, which moves
 * lines), and `ascent-override` our ascent over that.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import process from 'node:process';

/** The characters of a font's first file, as CSS writes a range. An italic is an accent of few words. */
const FIRST_FILE = {
  normal:
    'U+20-5A,U+5F,U+61-7A,U+A0,U+A9,U+C9,U+E0,U+E2,U+E7-EB,U+EE,U+EF,U+F4,U+F6,U+FB,U+FC,U+2013,U+2018,U+2019,U+201C,U+201D,U+2026,U+20AC',
  italic: 'U+20-21,U+2C-2E,U+30-3A,U+3F,U+41-5A,U+61-7A,U+E8-E9,U+EB,U+EF,U+2013,U+2019',
};

/** Kerning, marks, and figures of one width for prices; other forms of letters are not in use. */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'lnum', 'tnum'];
/** Letters this large would collide without their ligatures. */
const OF_HEADINGS = { keepFeatures: [...FEATURES, 'liga'] };
const TARGET = join(import.meta.dirname, '../site/fonts/files');

/** ASCII from the space on, then western Europe's letters, typographic signs and the euro. */
const ALL = `${String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))}\u00a0©«°²·»½ÀÁÂÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖ×ØÙÚÛÜßàáâäåæçèéêëìíîïñòóôöøùúûüÿĲĳŒœ–—‘’“”„…€−`;

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder that has subset-font and the fonts');
const require = createRequire(join(resolve(folder), 'package.json'));
const subsetFont: (font: Buffer, text: string, options: object) => Promise<Buffer> =
  require('subset-font');

for (const font of [
  'instrument-serif-latin-400',
  'fraunces-latin-400',
  'cormorant-garamond-latin-500',
]) {
  await cut('@fontsource', `${font}-normal`, 'normal', OF_HEADINGS);
  await cut('@fontsource', `${font}-italic`, 'italic', { noLayoutClosure: true });
}
await cut('@fontsource', 'bricolage-grotesque-latin-600-normal', 'normal', OF_HEADINGS);
for (const font of ['instrument-sans', 'figtree', 'mulish']) {
  const variationAxes = { wght: { min: 400, max: 600 } };
  await cut('@fontsource-variable', `${font}-latin-wght-normal`, 'normal', {
    variationAxes,
    keepFeatures: FEATURES,
  });
}

/**
 * Writes the two files of a font, without hints: they are for screens of few pixels at the sizes of
 * text.
 *
 * @param name the source's and the result's, without its ending
 * @param options of subset-font
 */
async function cut(scope: string, name: string, style: keyof typeof FIRST_FILE, options: object) {
  const [font] = name.split('-latin-');
  const source = await readFile(require.resolve(`${scope}/${font}/files/${name}.woff2`));
  const isOfWords = inRange(FIRST_FILE[style]);
  const write = async (file: string, characters: string[], more = {}) => {
    const all = { targetFormat: 'woff2', noHinting: true, ...options, ...more };
    const bytes = await subsetFont(source, characters.join(''), all);
    await writeFile(join(TARGET, `${file}.woff2`), bytes);
    console.log(`${file}: ${bytes.length} bytes`);
  };
  const characters = [...ALL];
  await write(name, characters.filter(isOfWords));
  const others = characters.filter((one) => !isOfWords(one));
  await write(`${name}-rest`, others, { noLayoutClosure: true });
}

/** @param range as CSS writes it: 'U+20-5A,U+E9' */
function inRange(range: string) {
  const parts = range.split(',').map((part) => {
    const points = part.replace('U+', '').split('-');
    const [from = 0, to = from] = points.map((one) => Number.parseInt(one, 16));
    return { from, to };
  });
  return (character: string) => {
    const point = character.codePointAt(0) ?? 0;
    return parts.some(({ from, to }) => from <= point && point <= to);
  };
}
