import type { Content } from '../site/content.ts';
import type { PageContent, PageData } from '../site/page-data.ts';
import type { Photo } from '../site/picture/photo.ts';
import type { PageId } from '../site/routes.ts';
import type { PreparedPhoto } from './photos/prepare-photos.ts';

/** Brings copy and prepared photos of one page together: what the page is rendered from. */
export function pageData(
  page: PageId,
  content: Content,
  photos: Map<string, PreparedPhoto>,
): PageData {
  const { company, site, messages } = content;
  return { shared: { company, site, messages }, content: pageContent(page, content, photos) };
}

function pageContent(
  page: PageId,
  content: Content,
  photos: Map<string, PreparedPhoto>,
): PageContent {
  const { pages, photos: lists } = content;
  const pick = (ids: string[]) => ids.flatMap((id) => forBrowser(photos.get(id)));
  switch (page) {
    case 'home':
      return {
        page,
        copy: pages.home,
        heroPhotos: pick(lists.pages['home-hero']),
        aboutPhotos: pick(lists.pages['home-over-ons']),
      };
    case 'feesten':
    case 'bedrijfsfeest': {
      const copy = pages[page];
      const shown = pick(copy.blocks.flatMap((block) => block.photos));
      return {
        page,
        copy,
        heroPhotos: pick(lists.pages[page]),
        photos: Object.fromEntries(shown.map((photo) => [photo.id, photo])),
      };
    }
    case 'schoolcatering':
      return { page, copy: pages.schoolcatering, heroPhotos: pick(lists.pages.schoolcatering) };
    case 'info':
      return { page, copy: pages.info };
    case 'privacy':
      return { page, copy: pages.privacy };
    case 'not-found':
      return { page, copy: pages.notFound };
  }
}

/** Colour and focus stand in the stylesheet: they need not travel with every page. */
function forBrowser(prepared: PreparedPhoto | undefined): Photo[] {
  if (!prepared) return [];
  const { color: _color, focus: _focus, ...photo } = prepared;
  return [photo];
}
