import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noticeCalendar } from '../enquiry/release.ts';
import { type Content, NOT_FOUND_PATH, type Notice, type Page } from '../site/content.ts';
import { type DocumentHead, renderDocument } from '../site/document.ts';
import { homePathOf, type PageResources, pageContext } from '../site/page-context.ts';
import { heroPreload } from '../site/picture/photo.ts';
import { traitsOf, uprightPhotosOf } from '../site/sections/index.ts';
import type { PublishedBrand } from './brand/publish-brand.ts';
import type { Bundle } from './bundle.ts';
import { photoRules } from './photos/photo-rules.ts';
import type { PreparedPhoto } from './photos/prepare-photos.ts';
import type { SocialCard } from './photos/social-card.ts';
import { structuredData } from './structured-data.ts';

/** Shared inputs of all pages of a release. */
export interface PageSources {
  content: Content;
  bundle: Bundle;
  brand: PublishedBrand;
  photos: ReadonlyMap<string, PreparedPhoto>;
  resources: PageResources;
  /** By the photo's name. */
  socialCards: ReadonlyMap<string, SocialCard>;
  /** Paths of additional scripts. */
  extraScripts: string[];
  /** The release's `public/`. */
  publicDir: string;
}

/**
 * Writes the documents of a page; if there is a notice, with and without it. `compress.ts`
 * compresses them later.
 *
 * @returns the hash of its styles, as a policy names it (CSP 3, section 2.3.1): 'sha256-…'
 */
export async function makePage(page: Page, sources: PageSources): Promise<string> {
  const { content, bundle, resources } = sources;
  const context = pageContext(page, content, resources);
  const plain = await bundle.renderPage(page, context, undefined);
  const { notice } = content;
  const withNotice = notice && (await bundle.renderPage(page, context, notice));

  const css = stylesOf(page, plain.photos, sources);
  const head = headOf(page, css, plain.islands, sources);
  await writeDocuments(page, sources, {
    plain: renderDocument(head, plain.html),
    notice: withNotice && renderDocument(head, withNotice.html),
  });
  return `sha256-${createHash('sha256').update(css).digest('base64')}`;
}

/**
 * A page's file in `public/`: '/feesten' is 'feesten.html'. If there is a notice, there are
 * variants with and without it, and the plain name has the one for the day of publishing, for
 * static hosts.
 */
export function pageFile({ path }: Page, variant?: 'plain' | 'notice'): string {
  return `${path.slice(1)}${variant ? `.${variant}` : ''}.html`;
}

/** The photo of the social card: `socialPicture`, or the first photo on the page. */
export function socialPictureOf(page: Page, pages: Page[]): string | undefined {
  const shown = (sections: Page['sections']) =>
    sections.flatMap((section) => ('photos' in section ? section.photos : []))[0];
  return page.socialPicture ?? shown(page.sections) ?? shown(pages.flatMap((one) => one.sections));
}

/**
 * The inline styles of the document, so that no style sheet blocks rendering.
 *
 * @throws Error for styles that contain an end tag
 */
function stylesOf(
  page: Page,
  photoNames: ReadonlySet<string>,
  { content, bundle, brand, photos }: PageSources,
): string {
  const kinds = new Set(page.sections.map(({ kind }) => kind));
  const css = [
    bundle.stylesFor(kinds),
    brand.css,
    // The print styles show the site's address.
    `:root{--site-url:${JSON.stringify(content.site.url)}}`,
    photoRules(photos, photoNames),
  ].join('');
  if (css.includes('</')) throw new Error('Styles may not hold "</": it would end their element');
  return css;
}

function headOf(
  page: Page,
  css: string,
  islands: ReadonlySet<string>,
  { content, bundle, brand, photos, socialCards, extraScripts }: PageSources,
): DocumentHead {
  const { company, site, pages } = content;
  const [first] = page.sections;
  const heroPhoto =
    first && traitsOf(first).liesUnderTopBar
      ? photos.get(uprightPhotosOf(first)[0] ?? '')
      : undefined;
  const isHome = page.path === homePathOf(pages);
  const isNotFound = page.path === NOT_FOUND_PATH;
  const socialPicture = isNotFound ? undefined : socialPictureOf(page, pages);
  const card = socialCards.get(socialPicture ?? '');
  return {
    locale: site.locale,
    title: isHome ? `${company.name} – ${page.title}` : `${page.title} – ${company.name}`,
    description: page.description,
    photoPreloads: heroPhoto ? heroPreload(heroPhoto.photo) : [],
    css,
    fontPreloads: brand.fontPreloads,
    scripts: [bundle.script, ...extraScripts],
    lateModules: bundle.modulesFor(islands),
    themeColor: content.brand.colors.page,
    siteName: company.name,
    canonicalUrl: isNotFound ? undefined : `${site.url}${page.path}`,
    socialCard: card && { url: `${site.url}${card.path}`, alt: card.alt },
    structuredData: structuredData(page, content, card && `${site.url}${card.path}`),
  };
}

async function writeDocuments(
  page: Page,
  { content, publicDir }: PageSources,
  documents: { plain: string; notice: string | undefined },
): Promise<void> {
  const write = (html: string, variant?: 'plain' | 'notice') =>
    writeFile(join(publicDir, pageFile(page, variant)), html);
  if (documents.notice === undefined) return write(documents.plain);
  await write(documents.plain, 'plain');
  await write(documents.notice, 'notice');
  const notice: Notice | undefined = content.notice;
  const isNoticeDay = noticeCalendar({ notice, timeZone: content.site.timeZone });
  await write(isNoticeDay(Date.now()) ? documents.notice : documents.plain);
}
