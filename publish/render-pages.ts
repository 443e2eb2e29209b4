import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noticeCalendar } from '../enquiry/notice.ts';
import { type Content, NOT_FOUND_PATH, type Notice, type Page } from '../site/content.ts';
import { type DocumentHead, renderDocument } from '../site/document.ts';
import { homePathOf, type PageResources, pageContext } from '../site/page-context.ts';
import { heroPreload } from '../site/picture/photo.ts';
import type { Bundle } from './bundle.ts';
import { type PageStyle, pageStyle, type StyleSources } from './page-styles.ts';
import type { SocialCard } from './photos/social-card.ts';
import { pageFile } from './release-file.ts';
import { structuredData } from './structured-data.ts';

/** What every page's head names besides what follows from the page. */
export interface SharedHead {
  styles: StyleSources;
  /** Web paths. */
  fontPreloads: string[];
  /** Besides the one that starts the page. */
  scripts: string[];
  /** By the photo's name. */
  socialCards: ReadonlyMap<string, SocialCard>;
}

/**
 * Renders every page, where there is a notice with and without it, into `public/`.
 *
 * @returns the hash of each page's styles, by its path
 */
export async function renderPages(
  content: Content,
  resources: PageResources,
  bundle: Bundle,
  shared: SharedHead,
  publicDir: string,
): Promise<Map<string, string>> {
  const { notice, site } = content;
  const styleHashes = new Map<string, string>();
  const isNoticeDay = noticeCalendar({ notice, timeZone: site.timeZone });
  for (const page of content.pages) {
    const render = async (shown: Notice | undefined) => {
      const context = pageContext(page, content, resources);
      return bundle.render.renderPage(page, context, shown);
    };
    const plain = await render(undefined);
    const withNotice = notice && (await render(notice));
    const all = plain + (withNotice ?? '');
    const style = pageStyle(all, islandsOf(all), shared.styles);
    styleHashes.set(page.path, style.hash);
    const head = headOf(page, islandsOf(all), style, content, resources, bundle, shared);
    const write = (html: string, variant?: 'plain' | 'notice') =>
      writeFile(join(publicDir, pageFile(page, variant)), renderDocument(head, html));
    if (withNotice === undefined) {
      await write(plain);
      continue;
    }
    await write(plain, 'plain');
    await write(withNotice, 'notice');
    await write(isNoticeDay(Date.now()) ? withNotice : plain);
  }
  return styleHashes;
}

function islandsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/ data-island="(\w+)"/g)].map(([, name = '']) => name));
}

/** The photo that a page is shared with: its own choice, else the first that it shows. */
export function socialPictureOf(page: Page, pages: Page[]): string | undefined {
  const shown = (sections: Page['sections']) =>
    sections.flatMap((section) => ('photos' in section ? section.photos : []))[0];
  return page.socialPicture ?? shown(page.sections) ?? shown(pages.flatMap((one) => one.sections));
}

function headOf(
  page: Page,
  islands: ReadonlySet<string>,
  style: PageStyle,
  content: Content,
  { photos }: PageResources,
  bundle: Bundle,
  shared: SharedHead,
): DocumentHead {
  const { company, site, brand, pages } = content;
  const [first] = page.sections;
  const heroPhoto = first?.kind === 'hero' ? photos.get(first.photos[0] ?? '') : undefined;
  const isHome = page.path === homePathOf(pages);
  const isNotFound = page.path === NOT_FOUND_PATH;
  const socialPicture = isNotFound ? undefined : socialPictureOf(page, pages);
  const card = shared.socialCards.get(socialPicture ?? '');
  return {
    locale: site.locale,
    title: isHome ? `${company.name} – ${page.title}` : `${page.title} – ${company.name}`,
    description: page.description,
    photoPreloads: heroPhoto ? heroPreload(heroPhoto) : [],
    css: style.css,
    fontPreloads: shared.fontPreloads,
    scripts: [bundle.script, ...shared.scripts],
    lateModules: bundle.modulesOf(islands),
    themeColor: brand.colors.page,
    siteName: company.name,
    canonicalUrl: isNotFound ? undefined : `${site.url}${page.path}`,
    socialCard: card && { url: `${site.url}${card.path}`, alt: card.alt },
    structuredData: structuredData(page, content, card && `${site.url}${card.path}`),
  };
}
