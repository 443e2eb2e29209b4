import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Brand } from '../../site/content.ts';
import type { Logo } from '../../site/page-context.ts';
import { brandCss } from './brand-css.ts';
import { writeIcons } from './brand-icons.ts';
import { publishFonts } from './fonts.ts';
import { readLogo } from './logo.ts';

/** What pages take from the brand. */
export interface PublishedBrand {
  /** Text of `brand.css`, which every page loads. */
  css: string;
  /** Web paths of fonts that the head asks for early. */
  fontPreloads: string[];
  logo: Logo;
}

/**
 * Puts the brand's fonts and icons into a release.
 *
 * @param withIcons nine tenths of the work, and nothing on a page shows them
 * @throws ContentError for a logo that cannot be used
 */
export async function publishBrand(
  contentDir: string,
  brand: Brand,
  publicDir: string,
  { withIcons = true } = {},
): Promise<PublishedBrand> {
  const [large, small, mark] = await Promise.all([
    readLogo(contentDir, brand.logo.large),
    readLogo(contentDir, brand.logo.small),
    readLogo(contentDir, brand.logo.mark),
  ]);
  for (const { picture } of [large, small, mark]) {
    if (!picture) continue;
    await mkdir(join(publicDir, 'assets'), { recursive: true });
    await writeFile(join(publicDir, picture.path), picture.bytes);
  }
  const fonts = await publishFonts(brand.fonts, publicDir);
  if (withIcons) await writeIcons(publicDir, mark.alone, brand.colors);
  const logo = { large: large.inPage, small: small.inPage, mark: mark.inPage };
  return { css: brandCss(brand, fonts), fontPreloads: fonts.preloads, logo };
}
