import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../runtime/durable-files.ts';
import { shortHash } from '../../runtime/hash-files.ts';
import { type Brand, COLOR_ROLES } from '../../site/content/content.ts';
import type { Logo } from '../../site/document/page-context.ts';
import { CONTROL_ON_PHOTO_OPACITY } from '../content/checks/colors.ts';
import { ContentError, findingsOf } from '../content/finding.ts';
import { type CheckedLogo, readLogo } from './logo.ts';

/** What the brand contributes to pages. */
export type PublishedBrand = Awaited<ReturnType<typeof publishBrand>>;

const FONTS_DIR = join(import.meta.dirname, '../../site/fonts');

/**
 * Writes the brand's fonts and logos into a release.
 *
 * @throws ContentError naming every logo that cannot be used
 */
export async function publishBrand(contentDir: string, brand: Brand, publicDir: string) {
  const { logo: names } = brand;
  const files = [names.large, names.small, names.mark, names.icon ?? names.mark] as const;
  const reading = files.map((file) => readLogo(contentDir, file));
  const errors = (await Promise.all(reading.map(findingsOf))).flat();
  if (errors.length > 0) throw new ContentError(errors);
  const logos = await Promise.all(reading);
  const [large, small, mark, icon] = logos as [CheckedLogo, CheckedLogo, CheckedLogo, CheckedLogo];
  await mkdir(join(publicDir, 'assets'), { recursive: true });
  for (const { picture } of [large, small, mark, icon]) {
    if (picture) await writeHashed(join(publicDir, picture.path), picture.bytes);
  }
  const logo: Logo = {
    large: large.inPage,
    small: small.inPage,
    mark: mark.inPage,
    icon: icon.inPage,
  };
  const fonts = await publishFonts(brand.fonts, publicDir);
  return {
    /** Font faces and colour tokens, part of every page's styles. */
    css: fonts.css + colorRules(brand),
    /** Paths of the fonts to preload. */
    fontPreloads: fonts.preloads,
    logo,
    /** Drawings without external files, for the icons. */
    icons: { mark: mark.alone, small: icon.alone },
  };
}

/**
 * The colours by role, and their translucent variants; all other tokens are in
 * `site/styles/tokens.css`. The variants are computed here, because browsers before Safari 16.2 and
 * Chrome 111 do not know `color-mix`: controls on photos would have no ground there. A backdrop has
 * its own tokens, because it inherits none before Chrome 122, Firefox 120 and Safari 17.4.
 */
function colorRules({ colors }: Brand): string {
  const translucent = (role: keyof Brand['colors'], opacity: number) =>
    colors[role] +
    Math.round(opacity * 255)
      .toString(16)
      .padStart(2, '0');
  const tokens = COLOR_ROLES.map((role) => `--${toKebabCase(role)}:${colors[role]}`);
  tokens.push(
    `--hairline:${translucent('ornament', 0.45)}`,
    `--hairline-on-dark:${translucent('page', 0.25)}`,
    `--backdrop:${translucent('dark', 0.88)}`,
    `--menu-backdrop:${translucent('dark', 0.45)}`,
    `--control-on-photo:${translucent('dark', CONTROL_ON_PHOTO_OPACITY)}`,
    `--control-edge-on-photo:${translucent('paper', 0.7)}`,
    `--shadow:${translucent('ink', 0.16)}`,
    `--button-hover:${translucent('ink', 0.07)}`,
  );
  return `@layer tokens{:root,::backdrop{${tokens.join(';')}}}`;
}

/** 'accentDark' becomes 'accent-dark'. */
function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * Copies the fonts of a sheet. Only the first heading font is preloaded: with the text font too,
 * the home page painted 25 % later on a throttled phone.
 */
async function publishFonts(
  name: string,
  publicDir: string,
): Promise<{ css: string; preloads: string[] }> {
  await mkdir(join(publicDir, 'fonts'), { recursive: true });
  const sheet = await readFile(join(FONTS_DIR, `${name}.css`), 'utf8');
  let css = sheet.replaceAll('\n', '');
  const preloads: string[] = [];
  for (const [url, file] of sheet.matchAll(/url\(([\w-]+)\.woff2\)/g)) {
    const bytes = await readFile(join(FONTS_DIR, 'files', `${file}.woff2`));
    const path = `/fonts/${file}-${shortHash(bytes)}.woff2`;
    await writeHashed(join(publicDir, path), bytes);
    css = css.replaceAll(url, `url(${path})`);
    if (preloads.length === 0 && !file?.endsWith('-rest')) preloads.push(path);
  }
  return { css, preloads };
}

/**
 * Writes a file whose name contains the hash of its content. The desk does this for each preview of
 * the brand, while browsers load the file and keep what they get for a year. Therefore a complete
 * file is left alone, and any other is replaced atomically.
 */
async function writeHashed(file: string, bytes: Uint8Array): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.size !== bytes.byteLength) await replaceFile(file, bytes);
}
