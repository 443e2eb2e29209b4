import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type Brand,
  brandSchema,
  type Content,
  companySchema,
  type Notice,
  noticeSchema,
  type Page,
  siteSchema,
} from '../../../site/content/content.ts';
import { type PageContext, pageContext } from '../../../site/document/page-context.ts';
import type { Photo } from '../../../site/photo/photo.ts';
import type { BrandPreview } from '../../shared/api.ts';
import { type DraftPage, type Files, pagesOf } from '../../shared/pages.ts';
import { call } from '../api/call.ts';
import { useDownloads } from '../api/queries.ts';
import { dayFromNow } from '../dates/day-from-now.ts';
import { formatDay } from '../dates/format-day.ts';
import { NOTICE, PHOTOS } from '../draft/file-names.ts';
import { messagesIn, validValue } from '../draft/valid-value.ts';
import { focusOf } from '../photo-library/photo-focus.ts';
import { usePhotos } from '../photo-library/use-photos.ts';
import { queryClient } from '../store/app-store.ts';
import { useDeskState } from '../store/use-desk-state.ts';

const NO_BRAND: BrandPreview = { css: '', logo: { large: '', small: '', mark: '', icon: '' } };

const brandKey = (brand: Brand) => ['brand', brand];

/**
 * Fetches the saved brand while the scripts load. When that fails, `useBrandPreview` asks for it.
 */
export async function prefetchBrand(): Promise<void> {
  const response = await call('GET /api/brand-preview').catch(() => undefined);
  if (response) queryClient.setQueryData(brandKey(response.brand), response.preview);
}

/** The brand as it is typed. There is none while a logo is missing. */
export function useBrandPreview(): BrandPreview | undefined {
  const brand = validValue(useDeskState(), 'brand.yaml', brandSchema);
  const { data, isPending } = useQuery({
    queryKey: brandKey(brand),
    queryFn: () => call('POST /api/brand-preview', { brand }),
    placeholderData: keepPreviousData,
    // The response never becomes stale: its key is the whole brand, and an upload invalidates it.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isPending ? undefined : (data ?? NO_BRAND);
}

/** The notice, unless it is over. */
export function noticeIn(files: Files): Notice | undefined {
  if (!files[NOTICE]) return undefined;
  const notice = validValue({ files }, NOTICE, noticeSchema);
  return notice.until >= dayFromNow(0) ? notice : undefined;
}

/** 'Te zien van 1 augustus 2027 tot en met 31 augustus 2027, nu nog niet' */
export function describeDates({ from, until }: Pick<Notice, 'from' | 'until'>): string {
  // The time is noon, so that no time zone makes it another day.
  const day = (date: string) => formatDay(Date.parse(`${date}T12:00`));
  const isLater = from > dayFromNow(0);
  return `Te zien van ${day(from)} tot en met ${day(until)}${isLater ? ', nu nog niet' : ''}`;
}

export function focusCss(files: Files): string {
  const rules = Object.entries(files[PHOTOS] ?? {}).map(([name, entry]) => {
    const [x, y] = focusOf(entry);
    return `[data-photo="${CSS.escape(name)}"]{object-position:${x}% ${y}%}`;
  });
  return `@layer base{${rules.join('')}}`;
}

/** The context of the page's sections, made from the draft. */
export function usePageContext(page: DraftPage, logo = NO_BRAND.logo): PageContext {
  const desk = useDeskState();
  const photos = usePhotos();
  const downloads = useDownloads();
  const shown = pagesOf(desk.files).filter((listed) => !listed.page.hidden);
  // The site needs a home page, which may be missing.
  const home = { path: page.path, title: page.title, redirects: ['/'], sections: [] };
  const content = {
    company: validValue(desk, 'company.yaml', companySchema),
    site: validValue(desk, 'site.yaml', siteSchema),
    messages: messagesIn(desk),
    pages: [...shown.map((listed) => ({ redirects: [], ...listed.page })), home],
  } as unknown as Content;
  const none = { logo, photos: new Map(), files: new Map() };
  return {
    ...pageContext(page as unknown as Page, content, none),
    photo: (name) => photos.find((photo) => photo.name === name)?.photo ?? NO_PHOTO,
    file: (name) => downloads.find((download) => download.name === name) ?? { href: '', bytes: 0 },
  };
}

const full = { width: 3, height: 2, widths: [], fallbackWidth: 0 };
/**
 * What the page shows until the photos are listed, and for one that another device removed. A data
 * URL makes no request.
 */
const NO_PHOTO: Photo = { id: '', alt: '', base: 'data:,', full };
