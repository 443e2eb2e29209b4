import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as v from 'valibot';
import {
  brandSchema,
  type Content,
  companySchema,
  messagesSchema,
  type Notice,
  noticeSchema,
  type Page,
  siteSchema,
} from '../../../site/content.ts';
import { isGroup, type SchemaNode } from '../../../site/content-walk.ts';
import { type PageContext, pageContext } from '../../../site/page-context.ts';
import type { Photo } from '../../../site/picture/photo.ts';
import { type SectionKind, sectionKinds } from '../../../site/sections/index.ts';
import { textSchema } from '../../../site/sections/text/schema.ts';
import type { BrandPreview, DeskFile } from '../../api.ts';
import type { Value } from '../../operations.ts';
import { type DraftPage, type DraftSection, pagesOf } from '../../pages.ts';
import { isPlaceholder } from '../../placeholder.ts';
import { call } from '../call.ts';
import { type Files, getShown, queryClient } from '../content/store.ts';
import { dayAfter, messagesOf, useDesk, useDownloads, usePhotos } from '../desk.ts';
import { emptyValue } from '../form/form-values.ts';
import { focusOf } from '../photos/Photos.tsx';

const NO_BRAND: BrandPreview = { css: '', logo: { large: '', small: '', mark: '' } };

/** The site's style with the brand as it is typed; while that is wrong, the last that was right. */
export function useBrandPreview(): BrandPreview | undefined {
  const brand = useDesk().files['brand.yaml'];
  const isRight = v.is(brandSchema, brand);
  const { data, isError } = useQuery({
    queryKey: ['brand', isRight ? JSON.stringify(brand) : ''],
    queryFn: () => call('POST /api/brand-preview', { brand: brand ?? null }),
    placeholderData: (before: BrandPreview | undefined) => before,
    enabled: isRight,
  });
  return data ?? (isError || !isRight ? NO_BRAND : undefined);
}

/** The notice while it is edited, or else if it is still to be shown or shown today. */
export function useNotice(isEdited: boolean): Notice | undefined {
  const notice = useDesk().files['notice.yaml'];
  return useMemo(() => {
    const { success, output } = v.safeParse(noticeSchema, notice);
    return success && (isEdited || output.until >= dayAfter(0)) ? output : undefined;
  }, [notice, isEdited]);
}

/** The focus of each photo, as it is now. */
export function focusCss(files: Files): string {
  const rules = Object.entries(files['photos/photos.yaml'] ?? {}).map(([name, entry]) => {
    const [x, y] = focusOf(entry);
    return `[data-photo="${CSS.escape(name)}"] { object-position: ${x}% ${y}%; }`;
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
    // Just now there may be no home page, on which the site insists.
    const pages = [...pagesOf(files).map(({ page: one }) => one), NO_PAGE];
    const content = {
      company: repaired(companySchema, company),
      site: repaired(siteSchema, site),
      messages: repaired(messagesSchema, messages),
      pages: pages.filter(({ hidden }) => !hidden).map((one) => ({ redirects: [], ...one })),
    } as unknown as Content;
    const photosByName = new Map(photos.map(({ name, photo }) => [name, photo]));
    const context = pageContext({ path, title } as Page, content, {
      photos: photosByName,
      files: new Map(downloads.map(({ name, href, bytes }) => [name, { href, bytes }])),
      logo: brand.logo,
    });
    // Another device may just have removed one.
    return {
      ...context,
      photo: (name) => photosByName.get(name) ?? NO_PHOTO,
      file: (name) => downloads.find((one) => one.name === name) ?? { href: '', bytes: 0 },
    };
  }, [company, site, messages, outline, path, photos, downloads, brand?.logo]);
}

const NO_PHOTO: Photo = {
  id: '',
  alt: '',
  base: '',
  full: { width: 3, height: 2, widths: [], fallbackWidth: 0 },
};

/** A file with a mistake, in such a way that the page can be shown: what is wrong is left empty. */
function repaired<Schema extends v.GenericSchema>(schema: Schema, value: Value | undefined) {
  return v.parse(schema, withoutMistakes(schema as SchemaNode, value));
}

function withoutMistakes(schema: SchemaNode, value: unknown): unknown {
  if (v.is(schema, value)) return value;
  const { entries, wrapped } = schema;
  if (wrapped) return value === undefined ? undefined : withoutMistakes(wrapped, value);
  if (!entries) {
    const [example = emptyValue(schema)]: readonly unknown[] = v.getExamples(schema);
    return example;
  }
  const group: Record<string, unknown> = isGroup(value) ? value : {};
  const fields = Object.entries(entries).map(([key, inner]) => [
    key,
    withoutMistakes(inner, group[key]),
  ]);
  return Object.fromEntries(fields.filter(([, one]) => one !== undefined));
}

const shellOf = ({ sections, ...page }: DraftPage) => [
  page,
  sections.some(({ kind }) => kind === 'enquiry-form'),
];

export const NO_PAGE: DraftPage = {
  path: '/',
  redirects: ['/'],
  title: '',
  description: '',
  sections: [],
};

/** A page's name in lists, as in the menu. */
export const labelOf = ({ navigation, title }: DraftPage) => navigation?.label ?? title;

/** A section's name in lists: its heading, or the first text that its kind needs. */
export function nameOf(section: DraftSection): string {
  const { entries } = sectionKinds[section.kind].schema;
  const texts = Object.entries(entries as Record<string, SchemaNode>)
    .filter(([key, { type }]) => key !== 'kind' && type === 'string')
    .map(([key]) => section[key]);
  const name = 'heading' in entries ? section.heading : texts[0];
  const isName = typeof name === 'string' && name !== '' && !isPlaceholder(name);
  return isName ? name : kindTitle(section.kind);
}

export function kindTitle(kind: SectionKind): string {
  return v.getTitle(sectionKinds[kind].schema) ?? kind;
}

/** What links may lead to: pages, and the sections on them that have an address of their own. */
export const placesIn = (files: Files): string[] =>
  pagesOf(files).flatMap(({ page: { path, sections } }) => [
    path,
    ...sections.flatMap(({ anchor }) => (anchor ? [`${path}#${anchor}`] : [])),
  ]);

/** What fields that refer to something begin with: the first photo, file and subject, the form's page. */
export function referencesNow(): Partial<Record<string, string>> {
  const { files } = getShown();
  const pages = pagesOf(files);
  const isForm = ({ kind }: DraftSection) => kind === 'enquiry-form';
  const form = pages.find(({ page }) => page.sections.some(isForm)) ?? pages[0];
  const [photo = ''] = Object.keys(files['photos/photos.yaml'] ?? {});
  const [file] = queryClient.getQueryData<DeskFile[]>(['GET /api/files', '']) ?? [];
  const [subject = ''] = messagesOf(files).options.productType;
  return { photo, file: file?.name ?? '', subject, link: form?.page.path ?? '/' };
}

/** A section to write over. */
export function newSection(kind: SectionKind, references = referencesNow()): Record<string, Value> {
  const { schema } = sectionKinds[kind];
  const section = emptyValue(schema as SchemaNode, references) as Record<string, Value>;
  // Without a part it would be a heading alone.
  const { wrapped: parts } = textSchema.entries.parts;
  return kind === 'text' ? { ...section, parts: emptyValue(parts, references) } : section;
}

/** Where something still has to be written. */
export function firstPlaceholder(value: unknown): (string | number)[] | undefined {
  if (typeof value === 'string') return isPlaceholder(value) ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const path = firstPlaceholder(inner);
    if (path) return [Array.isArray(value) ? Number(key) : key, ...path];
  }
  return undefined;
}
