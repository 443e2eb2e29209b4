import type {
  HomePage,
  InfoPage,
  NotFoundPage,
  PartiesPage,
  PrivacyPage,
  SchoolPage,
} from './content.ts';
import type { Photo } from './picture/photo.ts';
import type { PageId } from './routes.ts';
import type { SharedContent } from './shared-content.tsx';

/** Copy and photos of one page: all that it shows besides the shared content. */
export type PageContent =
  | { page: 'home'; copy: HomePage; heroPhotos: Photo[]; aboutPhotos: Photo[] }
  | OfferContent<'feesten'>
  | OfferContent<'bedrijfsfeest'>
  | { page: 'schoolcatering'; copy: SchoolPage; heroPhotos: Photo[] }
  | { page: 'info'; copy: InfoPage }
  | { page: 'privacy'; copy: PrivacyPage }
  | { page: 'not-found'; copy: NotFoundPage };

interface OfferContent<Id extends PageId> {
  page: Id;
  copy: PartiesPage;
  heroPhotos: Photo[];
  /** By photo id, for the blocks. */
  photos: Record<string, Photo>;
}

export type ContentOf<Id extends PageId> = Extract<PageContent, { page: Id }>;

/** All that a page is rendered from; it travels in the document, for the browser to take over. */
export interface PageData {
  shared: SharedContent;
  content: PageContent;
}

/** The element whose children React takes over. */
export const PAGE_ROOT_ID = 'page';
/** The data block from which it does. */
export const PAGE_DATA_ID = 'page-data';
