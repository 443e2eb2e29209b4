import { createHash } from 'node:crypto';
import { transform } from 'lightningcss';
import type { SiteStyles } from './take-styles.ts';

/** Later layers win; stated before any rule of one. As `site/styles/main.css` has it. */
const LAYERS = '@layer tokens,base,components,sections;';

/** What a page's styles are made of besides `site/`. */
export interface StyleSources {
  /** Fonts and colours. */
  brandCss: string;
  site: SiteStyles;
  /** Rules for the photos of these names. */
  photosCss: (names: ReadonlySet<string>) => string;
}

/** The styles of one page, to stand in its document. */
export interface PageStyle {
  css: string;
  /** As a policy's `style-src` names it (CSP 3, section 2.3.1): 'sha256-…'. */
  hash: string;
}

/**
 * What a page's document needs: the first paint waits for no second file.
 *
 * @param html the page, in every variant
 * @param islands whose later states need what stands in no document yet
 * @throws Error for styles that would end their element
 */
export function pageStyle(
  html: string,
  islands: Iterable<string>,
  { brandCss, site, photosCss }: StyleSources,
): PageStyle {
  const classes = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  const ofIslands = new Set([...islands].flatMap((island) => site.ofComponent[island] ?? []));
  const parts = site.modules
    .filter(
      (module) =>
        module.classes.length === 0 ||
        ofIslands.has(module.id) ||
        module.classes.some((name) => classes.has(name)),
    )
    .map(({ css }) => css);
  const photos = new Set([...html.matchAll(/ data-photo="([^"]*)"/g)].map(([, name = '']) => name));
  const css = [LAYERS, brandCss, ...parts, photosCss(photos)].join('');
  if (css.includes('</')) throw new Error('Styles may not hold "</": it would end their element');
  return { css, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` };
}

/** Without the space and the words that only people need. */
export function minifyCss(css: string): string {
  return transform({ filename: 'style.css', code: Buffer.from(css), minify: true }).code.toString();
}
