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
/** ASCII from the space on, then western Europe's letters, typographic signs and the euro. */
const ALL = `${String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))}\u00a0©«°²·»½ÀÁÂÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖ×ØÙÚÛÜßàáâäåæçèéêëìíîïñòóôöøùúûüÿĲĳŒœ–—‘’“”„…€−`;
/** Kerning, marks, and figures of one width for prices; other forms of letters are not in use. */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'lnum', 'tnum'];
const FONTS = `instrument-serif-latin-400-normal instrument-serif-latin-400-italic
  fraunces-latin-400-normal fraunces-latin-400-italic bricolage-grotesque-latin-600-normal
  cormorant-garamond-latin-500-normal cormorant-garamond-latin-500-italic
  instrument-sans-latin-wght-normal figtree-latin-wght-normal mulish-latin-wght-normal`;

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder that has subset-font and the fonts');
const require = createRequire(join(resolve(folder), 'package.json'));
const subsetFont = require('subset-font');

for (const name of FONTS.split(/\s+/)) {
  const [font, isText, isItalic] = [
    name.split('-latin')[0],
    /wght/.test(name),
    /italic/.test(name),
  ];
  const scope = isText ? '@fontsource-variable' : '@fontsource';
  const source = await readFile(require.resolve(`${scope}/${font}/files/${name}.woff2`));
  const range = FIRST_FILE[isItalic ? 'italic' : 'normal'];
  const points = range.replaceAll('U+', '').replaceAll(/\w+/g, '\\u{$&}').replaceAll(',', '');
  const [first, rest] = [new RegExp(`[${points}]`, 'u'), new RegExp(`[^${points}]`, 'u')];
  const matching = (pattern: RegExp) => [...ALL].filter((character) => pattern.test(character));
  const variationAxes = isText ? { wght: { min: 400, max: 600 } } : {};
  // Letters of headings are so large that they would collide without their ligatures.
  const keepFeatures = isText ? FEATURES : [...FEATURES, 'liga'];
  const options = isItalic ? { noLayoutClosure: true } : { variationAxes, keepFeatures };
  await cut(source, name, matching(first), options);
  await cut(source, `${name}-rest`, matching(rest), { ...options, noLayoutClosure: true });
}

/** Without hints: the fonts are for screens, at the sizes of text. */
async function cut(source: Buffer, name: string, characters: string[], options: object) {
  const all = { targetFormat: 'woff2', noHinting: true, ...options };
  const bytes: Buffer = await subsetFont(source, characters.join(''), all);
  await writeFile(join(import.meta.dirname, '../site/fonts/files', `${name}.woff2`), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}
