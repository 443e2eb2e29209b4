import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noticeCalendar } from '../enquiry/notice.ts';
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

/** What all pages of a release are made from. */
export interface PageSources {
  content: Content;
  bundle: Bundle;
  brand: PublishedBrand;
  photos: ReadonlyMap<string, PreparedPhoto>;
  resources: PageResources;
  /** By the photo's name. */
  socialCards: ReadonlyMap<string, SocialCard>;
  /** Web paths of scripts besides the one that starts the page. */
  extraScripts: string[];
  /** The release's `public/`. */
  publicDir: string;
}

/**
 * Makes the documents of one page: with a notice, one with it and one without. Their compressed
 * copies follow with those of all other files (`compress.ts`).
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
 * A page's file in `public/`: '/feesten' is 'feesten.html'. With a notice there are three: with it,
 * without, and under the plain name the one for the day of publishing, which is all that a static
 * host knows.
 */
export function pageFile({ path }: Page, variant?: 'plain' | 'notice'): string {
  return `${path.slice(1)}${variant ? `.${variant}` : ''}.html`;
}

/** The photo that a page is shared with: its own choice, else the first that it shows. */
export function socialPictureOf(page: Page, pages: Page[]): string | undefined {
  const shown = (sections: Page['sections']) =>
    sections.flatMap((section) => ('photos' in section ? section.photos : []))[0];
  return page.socialPicture ?? shown(page.sections) ?? shown(pages.flatMap((one) => one.sections));
}

/**
 * The styles that the document holds, so that the first paint waits for no second file.
 *
 * @throws Error for styles that would end their element
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
    // The address is for paper, where links are written out.
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
