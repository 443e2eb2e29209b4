import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type Font,
  type FontFallback,
  type FontFile,
  type FontPairName,
  fontPairs,
  WORDS,
} from '../../site/fonts/font-pairs.ts';
import { LOCAL_FONTS } from './local-fonts.ts';

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
  const paths = new Map<string, string>();
  for (const { file, rest } of [...heading.files, ...text.files]) {
    for (const one of [file, rest]) paths.set(one, await copyFont(one, publicDir));
  }
  const pathOf = (file: string) => paths.get(file) ?? '';
  const faces = [heading, text].flatMap((font) => [
    ...font.files.flatMap((file) => ownFaces(font, file, pathOf)),
    ...fallbackFaces(font),
  ]);
  const families = [`--serif: ${familyStack(heading)};`, `--sans: ${familyStack(text)};`];
  return {
    css: [...faces, `@layer tokens {\n  :root {\n${indent(families, 4)}\n  }\n}`, ''].join('\n'),
    preloads: [pathOf(heading.files[0].file)],
  };
}

/** @returns its web path, which changes with its content: it may be kept for ever */
async function copyFont(file: string, publicDir: string): Promise<string> {
  const content = await readFile(join(FONT_FILES, file));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const path = `/fonts/${basename(file, '.woff2')}-${hash}.woff2`;
  await writeFile(join(publicDir, path), content);
  return path;
}

/** Of two faces that have a character the later one counts (CSS Fonts 4, section 5.2). */
function ownFaces(font: Font, file: FontFile, pathOf: (file: string) => string): string[] {
  const face = (name: string, ...more: string[]) =>
    rule('@font-face', [
      `font-family: "${font.family}";`,
      ...(file.style === 'normal' ? [] : [`font-style: ${file.style};`]),
      `font-weight: ${file.weight};`,
      `src: url("${pathOf(name)}") format("woff2");`,
      'font-display: swap;',
      ...(font.size === 100 ? [] : [`size-adjust: ${font.size}%;`]),
      ...more,
    ]);
  return [face(file.rest), face(file.file, `unicode-range: ${WORDS[file.style]};`)];
}

/** A family for each font that a device may have: one that it has not is passed over. */
function fallbackFaces(font: Font): string[] {
  return Object.entries(LOCAL_FONTS[font.fallback]).flatMap(([name, { cuts }]) =>
    font.files.flatMap(({ style, fallbacks }) =>
      fallbacks.flatMap((fallback) => {
        const local = cuts[fallback.like];
        return local
          ? [fallbackFace(font, fallbackFamily(font, name), style, fallback, local)]
          : [];
      }),
    ),
  );
}

/** The measures of ours over those of the other font: lines break and stand as they will later. */
function fallbackFace(
  font: Font,
  family: string,
  style: FontFile['style'],
  { weight, width }: FontFallback,
  local: { names: string[]; width: number },
): string {
  const scale = width / local.width;
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  return rule('@font-face', [
    `font-family: "${family}";`,
    ...(style === 'normal' ? [] : [`font-style: ${style};`]),
    ...(weight === '400' ? [] : [`font-weight: ${weight};`]),
    `src: ${local.names.map((name) => `local("${name}")`).join(', ')};`,
    `ascent-override: ${percent(font.ascent / scale)};`,
    `descent-override: ${percent(font.descent / scale)};`,
    `size-adjust: ${percent((scale * font.size) / 100)};`,
  ]);
}

/** Short: it stands in every document. */
const fallbackFamily = ({ family }: Font, local: string) => `${family} ${local}`;

const LAST_RESORT = { serif: 'serif', 'sans-serif': 'system-ui, sans-serif' };

function familyStack(font: Font): string {
  const likes = Object.keys(LOCAL_FONTS[font.fallback]).map((name) => fallbackFamily(font, name));
  const names = [font.family, ...likes].map((name) => `"${name}"`);
  return [...names, LAST_RESORT[font.fallback]].join(', ');
}

const rule = (selector: string, declarations: string[]) =>
  `${selector} {\n${indent(declarations, 2)}\n}`;

const indent = (lines: string[], spaces: number) =>
  lines.map((line) => ' '.repeat(spaces) + line).join('\n');
