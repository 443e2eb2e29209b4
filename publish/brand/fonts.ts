import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type Font,
  type FontFile,
  type FontPairName,
  fontPairs,
} from '../../site/fonts/font-pairs.ts';

const FONT_FILES = join(import.meta.dirname, '../../site/fonts/files');

/** A pair of fonts as a release has it. */
export interface PublishedFonts {
  /** `@font-face` rules, and the two families as `--serif` (headings) and `--sans` (text). */
  css: string;
  /** Web paths of what the head of every page asks for early. */
  preloads: string[];
}

/**
 * Copies a pair's files to `/fonts/<name>-<hash>.woff2` and writes the styles that name them.
 *
 * @param publicDir the release's `public/`
 */
export async function publishFonts(name: FontPairName, publicDir: string): Promise<PublishedFonts> {
  const { heading, text } = fontPairs[name];
  await mkdir(join(publicDir, 'fonts'), { recursive: true });
  const paths = new Map<FontFile, string>();
  for (const font of [...heading.files, ...text.files]) {
    paths.set(font, await copyFont(font, publicDir));
  }
  const faces = [heading, text].flatMap((font) => [
    ...font.files.map((file) => fontFace(font, file, paths.get(file) ?? '')),
    fallbackFace(font),
  ]);
  const families = [`--serif: ${familyStack(heading)};`, `--sans: ${familyStack(text)};`];
  return {
    css: [...faces, `@layer tokens {\n  :root {\n${indent(families, 4)}\n  }\n}`, ''].join('\n'),
    preloads: [paths.get(heading.files[0]) ?? ''],
  };
}

/** @returns its web path, which changes with its content: it may be kept for ever */
async function copyFont(font: FontFile, publicDir: string): Promise<string> {
  const content = await readFile(join(FONT_FILES, font.file));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const path = `/fonts/${basename(font.file, '.woff2')}-${hash}.woff2`;
  await writeFile(join(publicDir, path), content);
  return path;
}

function fontFace(font: Font, file: FontFile, path: string): string {
  return rule('@font-face', [
    `font-family: "${font.family}";`,
    `font-style: ${file.style};`,
    `font-weight: ${file.weight};`,
    `src: url("${path}") format("woff2");`,
    'font-display: swap;',
    ...(font.size === 100 ? [] : [`size-adjust: ${font.size}%;`]),
  ]);
}

function fallbackFace({ family, size, fallback }: Font): string {
  return rule('@font-face', [
    `font-family: "${family} Fallback";`,
    `src: ${LOCAL_FONTS[fallback.like].map((local) => `local("${local}")`).join(', ')};`,
    `ascent-override: ${fallback.ascent}%;`,
    `descent-override: ${fallback.descent}%;`,
    'line-gap-override: 0%;',
    `size-adjust: ${((fallback.sizeAdjust * size) / 100).toFixed(2)}%;`,
  ]);
}

/** Those of the same width that other systems have. */
const LOCAL_FONTS = {
  Georgia: ['Georgia', 'Times New Roman', 'Liberation Serif'],
  Arial: ['Arial', 'Liberation Sans'],
};

const LAST_RESORT = { Georgia: 'Georgia, serif', Arial: 'system-ui, sans-serif' };

function familyStack({ family, fallback }: Font): string {
  return `"${family}", "${family} Fallback", ${LAST_RESORT[fallback.like]}`;
}

const rule = (selector: string, declarations: string[]) =>
  `${selector} {\n${indent(declarations, 2)}\n}`;

const indent = (lines: string[], spaces: number) =>
  lines.map((line) => ' '.repeat(spaces) + line).join('\n');
