/**
 * `node scripts/cut-fonts.mjs <folder>`: cuts the files of `site/fonts/files/` anew, from packages that
 * no installation needs. In an empty folder:
 *
 *     npm install subset-font@2 @fontsource/instrument-serif @fontsource/fraunces \
 *       @fontsource/cormorant-garamond @fontsource/bricolage-grotesque \
 *       @fontsource-variable/instrument-sans @fontsource-variable/figtree @fontsource-variable/mulish
 *
 * What is cut away, and why: `docs/decisions/017-fonts-cut.md`. The widths in
 * `site/fonts/font-pairs.ts` belong to these files; a test measures them.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import process from 'node:process';

const TARGET = join(import.meta.dirname, '../site/fonts/files');

/** ASCII from the space on, then western Europe's letters, typographic signs and the euro. */
const ALL = `${String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))}\u00a0«°²·»½ÀÁÂÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖ×ØÙÚÛÜßàáâäåæçèéêëìíîïñòóôöøùúûüÿĲĳŒœ–—‘’“”„…€−`;
/** As `ITALIC_WORDS` in `site/fonts/font-pairs.ts` has it. */
const ITALIC_WORDS = /[ !,-.0-9:?A-Za-zèéëï–’]/u;

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder that has subset-font and the fonts');
const require = createRequire(join(resolve(folder), 'package.json'));
/** @type {(font: Buffer, text: string, options: object) => Promise<Buffer>} */
const subsetFont = require('subset-font');

for (const font of [
  'instrument-serif-latin-400',
  'fraunces-latin-400',
  'cormorant-garamond-latin-500',
]) {
  await cut('@fontsource', `${font}-normal`, ALL);
  // An accent: without alternates. Words in one file; the others only where one of them stands.
  const isOfWords = (/** @type {string} */ one) => ITALIC_WORDS.test(one);
  const rest = [...ALL].filter((one) => !isOfWords(one)).join('');
  const plain = { noLayoutClosure: true };
  await cut('@fontsource', `${font}-italic`, [...ALL].filter(isOfWords).join(''), plain);
  await cut('@fontsource', `${font}-italic`, rest, plain, `${font}-italic-rest`);
}
await cut('@fontsource', 'bricolage-grotesque-latin-600-normal', ALL);
for (const font of ['instrument-sans', 'figtree', 'mulish']) {
  const variationAxes = { wght: { min: 400, max: 600 } };
  await cut('@fontsource-variable', `${font}-latin-wght-normal`, ALL, { variationAxes });
}

/**
 * Without hints: they are for screens of few pixels at the sizes of text.
 *
 * @param {string} scope
 * @param {string} file the source, without its ending
 * @param {string} characters
 * @param {object} options of subset-font
 * @param {string} name the result's, without its ending
 */
async function cut(scope, file, characters, options = {}, name = file) {
  const [font] = file.split('-latin-');
  const source = await readFile(require.resolve(`${scope}/${font}/files/${file}.woff2`));
  const cutOptions = { targetFormat: 'woff2', noHinting: true, ...options };
  const bytes = await subsetFont(source, characters, cutOptions);
  await writeFile(join(TARGET, `${name}.woff2`), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}
