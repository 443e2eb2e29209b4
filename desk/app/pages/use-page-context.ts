import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as v from 'valibot';
import { noticeCalendar } from '../../../enquiry/release.ts';
import {
  brandSchema,
  type Content,
  companySchema,
  messagesSchema,
  type Notice,
  noticeSchema,
  type Page,
  pageSchema,
  siteSchema,
} from '../../../site/content.ts';
import { isGroup, type SchemaNode } from '../../../site/content-walk.ts';
import { type PageContext, pageContext } from '../../../site/page-context.ts';
import type { BrandPreview } from '../../api.ts';
import { type Value, valueAt } from '../../operations.ts';
import { type DraftPage, pagesOf } from '../../pages.ts';
import { call } from '../call.ts';
import { type Files, useDesk, useDownloads, usePhotos } from '../Desk.tsx';
import { emptyValue } from '../form/empty-value.ts';

const NO_BRAND: BrandPreview = { css: '', logo: { large: '', small: '', mark: '' } };

/** The site's style with the brand as it is typed; while that is wrong, the last that was right. */
export function useBrandPreview(): BrandPreview | undefined {
  const { files } = useDesk();
  const brand = files['brand.yaml'];
  const isRight = v.is(brandSchema, brand);
  const { data, isError } = useQuery({
    queryKey: ['brand', isRight ? JSON.stringify(brand) : ''],
    queryFn: () => call('POST /api/brand-preview', { brand: brand ?? null }),
    placeholderData: (before: BrandPreview | undefined) => before,
    enabled: isRight,
  });
  return data ?? (isError || !isRight ? NO_BRAND : undefined);
}

/** The notice as a visitor sees it today, or, while it is edited, on its first day. */
export function useNotice(isEdited: boolean): Notice | undefined {
  const { files } = useDesk();
  const notice = files['notice.yaml'];
  const timeZone = String(valueAt(files['site.yaml'] ?? null, ['timeZone']));
  return useMemo(() => {
    const { success, output } = v.safeParse(noticeSchema, notice);
    if (!success) return undefined;
    if (isEdited) return output;
    try {
      return noticeCalendar({ notice: output, timeZone })(Date.now()) ? output : undefined;
    } catch {
      // A time zone that does not exist: `site.yaml` is what has to be mended.
      return undefined;
    }
  }, [notice, timeZone, isEdited]);
}

/** The focus of each photo, as it is now. */
export function focusCss(files: Files): string {
  const photos = files['photos/photos.yaml'];
  const rules = Object.entries(isGroup(photos) ? photos : {}).map(([name, entry]) => {
    const focus = valueAt(entry as Value, ['focus']);
    const [x, y] = Array.isArray(focus) ? focus : [50, 50];
    return `[data-photo="${CSS.escape(name)}"] { object-position: ${Number(x)}% ${Number(y)}%; }`;
  });
  return `@layer base {\n${rules.join('\n')}\n}`;
}

/** What the sections of a page may know. The same object until something changes that they can see. */
export function usePageContext(
  page: DraftPage,
  brand: BrandPreview | undefined,
): PageContext | undefined {
  const { files } = useDesk();
  const photos = usePhotos();
  const downloads = useDownloads();
  const [company, site, messages] = ['company.yaml', 'site.yaml', 'messages.yaml'].map(
    (file) => files[file],
  );
  const outline = JSON.stringify(pagesOf(files).map(({ page: one }) => shellOf(one)));
  const { path, title } = page;
  return useMemo(() => {
    if (!brand) return undefined;
    const pages = pagesOf(files).flatMap(({ page: one }) => {
      const result = v.safeParse(pageSchema, one.path === path ? { ...one, sections: PLAIN } : one);
      return result.success && !result.output.hidden ? [result.output as Page] : [];
    });
    const content = {
      company: repaired(companySchema, company),
      site: repaired(siteSchema, site),
      messages: repaired(messagesSchema, messages),
      pages: withHome(pages),
    } as Content;
    const resources = {
      photos: new Map(photos.map(({ name, photo }) => [name, photo])),
      files: new Map(downloads.map(({ name, href, bytes }) => [name, { href, bytes }])),
      logo: brand.logo,
    };
    return pageContext({ path, title } as Page, content, resources);
  }, [company, site, messages, outline, path, photos, downloads, brand?.logo]);
}

/** A file with a mistake, in such a way that the page can be shown: what is wrong is left empty. */
function repaired<Schema extends v.GenericSchema>(
  schema: Schema,
  value: Value | undefined,
): v.InferOutput<Schema> {
  return v.parse(schema, mend(schema as SchemaNode, value));
}

function mend(schema: SchemaNode, value: unknown): unknown {
  if (v.is(schema, value)) return value;
  const { entries, wrapped } = schema;
  if (wrapped) return value === undefined ? undefined : mend(wrapped, value);
  if (!entries) {
    const [example = emptyValue(schema)]: readonly unknown[] = v.getExamples(schema);
    return example;
  }
  const group: Record<string, unknown> = isGroup(value) ? value : {};
  const fields = Object.entries(entries).map(([key, inner]) => [key, mend(inner, group[key])]);
  return Object.fromEntries(fields.filter(([, one]) => one !== undefined));
}

/** Enough of a page for the others: the edited one may just be wrong. */
const PLAIN = [{ kind: 'text', heading: '–' }];

const shellOf = ({ path, navigation, redirects, hidden, sections }: DraftPage) => [
  path,
  navigation,
  redirects,
  hidden,
  sections.some(({ kind }) => kind === 'enquiry-form'),
];

/** The site insists on a start page; just now there may be none. */
function withHome(pages: Page[]): Page[] {
  if (pages.some(({ redirects }) => redirects.includes('/'))) return pages;
  return pages.map((page, index) => (index === 0 ? { ...page, redirects: ['/'] } : page));
}
