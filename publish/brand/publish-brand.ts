import type { Brand } from '../../site/content.ts';
import type { Logo } from '../../site/page-context.ts';
import { brandCss } from './brand-css.ts';
import { writeIcons } from './brand-icons.ts';
import { publishFonts } from './fonts.ts';
import { readSvg } from './read-svg.ts';

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
 * @throws ContentError for a drawing that cannot be used
 */
export async function publishBrand(
  contentDir: string,
  brand: Brand,
  publicDir: string,
): Promise<PublishedBrand> {
  const { large, small, mark } = brand.logo;
  const logo = {
    large: await readSvg(contentDir, large),
    small: await readSvg(contentDir, small),
    mark: await readSvg(contentDir, mark),
  };
  const fonts = await publishFonts(brand.fonts, publicDir);
  await writeIcons(publicDir, logo.mark, brand.colors);
  return { css: brandCss(brand, fonts), fontPreloads: fonts.preloads, logo };
}
