import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noticeCalendar } from '../../release/manifest.ts';
import { shortHash } from '../../runtime/hash-files.ts';
import { type Content, NOT_FOUND_PATH, type Page } from '../../site/content/content.ts';
import { type DocumentHead, renderDocument } from '../../site/document/document.ts';
import { homePathOf, type PageResources, pageContext } from '../../site/document/page-context.ts';
import { heroPreload, type Photo, placeholderProperties } from '../../site/photo/photo.ts';
import { tallPhotosOf, traitsOf } from '../../site/sections/section-kinds.ts';
import type { PublishedBrand } from '../brand/publish-brand.ts';
import type { Bundle } from '../bundle/bundle-site.ts';
import { CARD_FILE } from '../photos/encode-photo.ts';
import { socialPictureOf } from '../photos/prepare-photos.ts';
import { drawSocialCard } from '../photos/social-card.ts';
import { preventBreaks } from './no-break.ts';
import { structuredData } from './structured-data.ts';

interface PageSources {
  content: Content;
  bundle: Bundle;
  brand: PublishedBrand;
  resources: PageResources;
  /** The release's `public/`. */
  publicDir: string;
  /**
   * Leaves out social cards, which take as long as all pages together and which a preview does not
   * need.
   */
  isPreview?: boolean | undefined;
}

/**
 * Writes the documents of a page. If there is a notice, they include one with the notice and one
 * without it.
 *
 * @returns the hash of the page's styles, as a policy names it (CSP 3): 'sha256-…'
 */
export async function makePage(page: Page, sources: PageSources): Promise<string> {
  const { content, bundle, resources, publicDir } = sources;
  const { notice, site } = content;
  const context = pageContext(page, content, resources);
  const plain = await bundle.renderPage(page, context, undefined);
  const css = stylesOf(plain.photos, sources);
  const head = headOf(page, css, plain.islands, await writeCard(page, sources), sources);

  const write = (html: string, variant?: 'plain' | 'notice') => {
    const file = join(publicDir, pageFile(page, variant));
    return writeFile(file, html);
  };
  const document = renderDocument(head, preventBreaks(plain.html));
  if (notice) {
    const rendered = await bundle.renderPage(page, context, notice);
    const withNotice = renderDocument(head, preventBreaks(rendered.html));
    await write(document, 'plain');
    await write(withNotice, 'notice');
    const isNoticeDay = noticeCalendar({ notice, timeZone: site.timeZone });
    await write(isNoticeDay(Date.now()) ? withNotice : document);
  } else {
    await write(document);
  }
  const hash = createHash('sha256').update(css).digest('base64');
  return `sha256-${hash}`;
}

/**
 * The file of a page: '/feesten' has 'feesten.html'. If there is a notice, this file shows it as on
 * the day of publishing.
 */
export function pageFile({ path }: Page, variant?: 'plain' | 'notice'): string {
  const name = path.slice(1);
  return variant ? `${name}.${variant}.html` : `${name}.html`;
}

/**
 * The inline styles of the document, so that no style sheet blocks rendering.
 *
 * @throws Error for styles that contain an end tag
 */
function stylesOf(
  photoNames: ReadonlySet<string>,
  { content, bundle, brand, resources }: PageSources,
): string {
  const css = [
    bundle.css,
    brand.css,
    // The print styles show the site's address.
    `:root{--site-url:${JSON.stringify(content.site.url)}}`,
    photoRules(resources.photos, photoNames),
  ].join('');
  if (css.includes('</')) throw new Error('Styles with "</" would end their element');
  return css;
}

/** Rules with the placeholders of photos: the CSP forbids `style` attributes. */
function photoRules(photos: ReadonlyMap<string, Photo>, names: ReadonlySet<string>): string {
  const rules: string[] = [];
  for (const { id, placeholder } of photos.values()) {
    if (!names.has(id)) continue;
    const selectors = [`[data-photo="${id}"]`];
    if (placeholder?.shades) selectors.push(`[data-text-on="${id}"]`);
    const properties = Object.entries(placeholderProperties(placeholder) ?? {});
    const declarations = properties.map(([name, value]) => `${name}:${value}`);
    rules.push(`${selectors.join()}{${declarations.join(';')}}`);
  }
  return `@layer base{${rules.join('')}}`;
}

function headOf(
  page: Page,
  css: string,
  islands: ReadonlySet<string>,
  socialCard: DocumentHead['socialCard'],
  { content, bundle, brand, resources }: PageSources,
): DocumentHead {
  const { company, site, pages } = content;
  const isHome = page.path === homePathOf(pages);
  const isNotFound = page.path === NOT_FOUND_PATH;
  const heroPhoto = resources.photos.get(heroPhotoOf(page) ?? '');
  const names = [page.title, company.name];
  if (isHome) names.reverse();
  return {
    locale: site.locale,
    title: names.join(' – '),
    description: page.description,
    photoPreloads: heroPhoto ? heroPreload(heroPhoto) : [],
    css,
    fontPreloads: brand.fontPreloads,
    script: bundle.script,
    modules: bundle.modulesFor(islands),
    themeColor: content.brand.colors.page,
    siteName: company.name,
    canonicalUrl: isNotFound ? undefined : `${site.url}${page.path}`,
    socialCard,
    structuredData: structuredData(page, content, socialCard?.url),
  };
}

/** Writes the social card, the image that other sites show beside a link to the page. */
async function writeCard(
  page: Page,
  { content, resources, publicDir, isPreview }: PageSources,
): Promise<DocumentHead['socialCard']> {
  if (isPreview) return undefined;
  const { company, site, pages, brand } = content;
  const photo = resources.photos.get(socialPictureOf(page, pages) ?? '');
  if (!photo || page.path === NOT_FOUND_PATH) return undefined;
  const bare = await readFile(join(publicDir, `${photo.base}-${CARD_FILE}`));
  const [first] = page.sections;
  const sentence = (first && traitsOf(first).headline?.(first)) ?? page.title;
  const drawn = await drawSocialCard(bare, { name: company.name, sentence }, brand);
  const path = `${photo.base}-card-${shortHash(drawn)}.jpeg`;
  await writeFile(join(publicDir, path), drawn);
  return { url: `${site.url}${path}`, alt: photo.alt };
}

/** Name of the photo that a page starts with, below the top bar. */
function heroPhotoOf({ sections: [first] }: Page): string | undefined {
  if (!first || !traitsOf(first).liesUnderTopBar) return undefined;
  return tallPhotosOf(first)[0];
}
