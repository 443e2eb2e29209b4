import type { ReactNode } from 'react';
import type { ContentOf, PageContent } from '../page-data.ts';
import type { PageId } from '../routes.ts';

/** What each page's file exports. */
interface PageModule<Id extends PageId> {
  default: (props: { content: ContentOf<Id> }) => ReactNode;
}

/** The file of each page; the browser loads only the one it shows. */
const loaders: { [Id in PageId]: () => Promise<PageModule<Id>> } = {
  home: () => import('./HomePage.tsx'),
  feesten: () => import('./OfferPage.tsx'),
  bedrijfsfeest: () => import('./OfferPage.tsx'),
  schoolcatering: () => import('./SchoolPage.tsx'),
  info: () => import('../sections/enquiry-form/EnquiryFormSection.tsx'),
  privacy: () => import('./PrivacyPage.tsx'),
  'not-found': () => import('../sections/not-found/NotFound.tsx'),
};

/** Source file of each page, by which the build finds its scripts and styles. */
export const PAGE_FILES: Record<PageId, string> = {
  home: 'site/pages/HomePage.tsx',
  feesten: 'site/pages/OfferPage.tsx',
  bedrijfsfeest: 'site/pages/OfferPage.tsx',
  schoolcatering: 'site/pages/SchoolPage.tsx',
  info: 'site/pages/info/InfoPage.tsx',
  privacy: 'site/pages/PrivacyPage.tsx',
  'not-found': 'site/pages/NotFoundPage.tsx',
};

/** Loads the component that shows `content`. */
export async function loadPage(
  content: PageContent,
): Promise<(props: { content: PageContent }) => ReactNode> {
  const module = await loaders[content.page]();
  // The list above pairs each page id with the component of its content; TypeScript cannot follow
  // that pairing through a union.
  return module.default as (props: { content: PageContent }) => ReactNode;
}
