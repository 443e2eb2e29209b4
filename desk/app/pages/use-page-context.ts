import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as v from 'valibot';
import {
  brandSchema,
  type Content,
  companySchema,
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
import { type DraftPage, type DraftSection, pagesOf } from '../../pages.ts';
import { isPlaceholder } from '../../placeholder.ts';
import type { Value } from '../../values.ts';
import { call } from '../call.ts';
import { type Files, getShown, queryClient } from '../content/store.ts';
import { dayAfter, messagesOf, NOTICE, useDesk, useDownloads, usePhotos } from '../desk.ts';
import { emptyValue } from '../form/form-values.ts';
import { focusOf } from '../photos/Photos.tsx';

const NO_BRAND: BrandPreview = { css: '', logo: { large: '', small: '', mark: '' } };

/** The site's style with the brand as it is typed; while that is wrong, the last that was right. */
export function useBrandPreview(): BrandPreview | undefined {
  const brand = useDesk().files['brand.yaml'] ?? null;
  const isRight = v.is(brandSchema, brand);
  const { data, isError } = useQuery({
    queryKey: ['brand', isRight ? JSON.stringify(brand) : ''],
    queryFn: () => call('POST /api/brand-preview', { brand }),
    placeholderData: (before: BrandPreview | undefined) => before,
    enabled: isRight,
  });
  return data ?? (isError || !isRight ? NO_BRAND : undefined);
}

/** The notice, if it is still to be shown or shown today. */
export function noticeIn(files: Files): Notice | undefined {
  const { success, output } = v.safeParse(noticeSchema, files[NOTICE]);
  return success && output.until >= dayAfter(0) ? output : undefined;
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
  const { 'company.yaml': company, 'site.yaml': site, 'messages.yaml': messages } = files;
  const outline = JSON.stringify(pagesOf(files).map((one) => withoutSections(one.page)));
  const { path, title } = page;
  return useMemo(() => {
    if (!brand) return undefined;
    // Just now there may be no home page, on which the site insists.
    const home: DraftPage = { path, title, description: '', redirects: ['/'], sections: [] };
    const pages = [...pagesOf(files).map((one) => one.page), home];
    const content = {
      company: repaired(companySchema, company),
      site: repaired(siteSchema, site),
      messages: messagesOf(files),
      pages: pages.filter(({ hidden }) => !hidden).map((one) => ({ redirects: [], ...one })),
    } as unknown as Content;
    const { logo } = brand;
    const none = new Map();
    // Another device may just have removed a photo or a file.
    return {
      ...pageContext({ path, title } as Page, content, { logo, photos: none, files: none }),
      photo: (name) => photos.find((one) => one.name === name)?.photo ?? NO_PHOTO,
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

function withoutSections({ sections, ...page }: DraftPage) {
  return { ...page, hasForm: sections.some(({ kind }) => kind === 'enquiry-form') };
}

/** A file with mistakes, in such a way that the page can be shown: what is wrong gets an example. */
export function repaired<Schema extends v.ObjectSchema<v.ObjectEntries, undefined>>(
  schema: Schema,
  value: Value | undefined,
): v.InferOutput<Schema> {
  const given: Record<string, unknown> = isGroup(value) ? value : {};
  const entries = schema.entries as Record<string, SchemaNode>;
  const fields = Object.entries(entries).map(([key, inner]) => {
    if (v.is(inner, given[key])) return [key, given[key]];
    if (inner.wrapped) return [key, undefined];
    const [example = emptyValue(inner)]: readonly unknown[] = v.getExamples(inner);
    return [key, example];
  });
  return v.parse(schema, Object.fromEntries(fields));
}

/** A page's name in lists, as in the menu. */
export const labelOf = ({ navigation, title }: DraftPage) => navigation?.label ?? title;

/** A section's name in lists: its heading, or else its first sentence. */
export function nameOf({ kind, heading, sentence, text }: DraftSection): string {
  const name = String(heading ?? sentence ?? text ?? '');
  return name === '' || isPlaceholder(name) ? kindTitle(kind) : name;
}

export function kindTitle(kind: SectionKind): string {
  return v.getTitle(sectionKinds[kind].schema) ?? kind;
}

/** What links may lead to. */
export const placesIn = (files: Files): string[] => pagesOf(files).map(({ page }) => page.path);

/** What fields that refer to something begin with: the first photo, file, subject and page. */
export function referencesNow(): Partial<Record<string, string>> {
  const { files } = getShown();
  const [link = '/'] = placesIn(files);
  const [photo = ''] = Object.keys(files['photos/photos.yaml'] ?? {});
  const [file] = queryClient.getQueryData<DeskFile[]>(['GET /api/files']) ?? [];
  const [subject = ''] = messagesOf(files).options.productType;
  return { photo, file: file?.name ?? '', subject, link };
}

/** A section to write over. */
export function newSection(kind: SectionKind, references = referencesNow()): DraftSection {
  const { schema } = sectionKinds[kind];
  const section = emptyValue(schema as SchemaNode, references) as DraftSection;
  // Without a part it would be a heading alone.
  const { wrapped: parts } = textSchema.entries.parts;
  return kind === 'text' ? { ...section, parts: emptyValue(parts, references) } : section;
}
