import type { ComponentProps } from 'react';
import * as v from 'valibot';
import { SUBJECT_FIELD } from '../../enquiry/fields.ts';
import type { PhotoGallery } from '../carousel/PhotoGallery.tsx';
import { type Content, type Page, pageSchema } from '../content/content.ts';
import { formPagesOf, homePathOf } from '../document/page-context.ts';
import type { Reference } from '../schema/content-values.ts';
import { type ExampleStyle, exampleValue } from '../schema/example-value.ts';
import { hasHeading, type SectionKind, sectionKinds } from '../sections/section-kinds.ts';

/** Path of the style guide, and prefix of its pages: '/stijl-offer'. */
export const STYLE_GUIDE_PATH = '/stijl';

type Style = Omit<ExampleStyle, 'refer' | 'nth'>;

/** Typical content; only required fields; long texts and lists. */
const STYLES: Style[] = [
  { includesOptional: true, items: 3, lengthFactor: 1, option: 0 },
  { includesOptional: false, items: 1, lengthFactor: 1, option: 0 },
  { includesOptional: true, items: 6, lengthFactor: 3, option: 1 },
];

/** Names that references can use. */
type ReferableNames = Record<Reference, string[]>;

function referableNames(content: Content, files: string[]): ReferableNames {
  const { pages, photos, messages } = content;
  const formPaths = formPagesOf(pages).map(({ path }) => path);
  return {
    photo: Object.keys(photos),
    file: files,
    link: [homePathOf(pages), ...formPaths],
    subject: messages.options[SUBJECT_FIELD],
  };
}

/**
 * The style guide, for development and tests only: a page per kind of section with generated
 * examples, pages with states of galleries and heroes, and an index page.
 *
 * @param files names in `content/files/`
 */
export function styleGuidePages(content: Content, files: string[]): Page[] {
  const names = referableNames(content, files);
  // Without files there is no valid reference for that kind.
  const kinds = (Object.keys(sectionKinds) as SectionKind[]).filter(
    (kind) => kind !== 'file' || names.file.length > 0,
  );
  const list = {
    kind: 'menu-card',
    heading: STYLE_GUIDE_PATH,
    lines: kinds.map((name) => ({ name, to: pathOf(name) })),
  };
  return [
    styleGuidePage(STYLE_GUIDE_PATH, [list]),
    ...kinds.map((kind) => {
      const examples = examplesOf(kind, names);
      const title = hasHeading(kind) ? [] : [styleGuideTitle(kind)];
      return styleGuidePage(pathOf(kind), [...title, ...examples]);
    }),
    ...statePages(names),
  ];
}

/** Galleries with numbers of photos that no other page has, by the name in the path. */
const PHOTO_COUNTS = {
  'gallery-five': { kind: 'story', items: 5 },
  'hero-one': { kind: 'hero', items: 1 },
  'hero-many': { kind: 'hero', items: 500 },
} satisfies Record<string, { kind: SectionKind; items: number }>;

/** Options that no section sets (specification, section 2, 'Carousel'), by the name in the path. */
const GALLERY_OPTIONS: Record<string, NonNullable<GalleryExample['gallery']>['options']> = {
  'gallery-without-dialog': { disableDialog: true },
  'gallery-with-indicators': { startIndex: 2, hideNavigation: true, showIndicators: true },
  'gallery-disable-close': { disableClose: true },
};

/** A page of the style guide may have a gallery below its sections. */
export interface GalleryExample {
  gallery?: {
    /** Names of photos. */
    photos: string[];
    options: Omit<ComponentProps<typeof PhotoGallery>, 'page' | 'photos' | 'label'>;
  };
}

function statePages(names: ReferableNames): Page[] {
  const counts = Object.entries(PHOTO_COUNTS).map(([name, { kind, items }]) => {
    const examples = examplesOf(kind, names, [{ items }]);
    return styleGuidePage(pathOf(name), examples);
  });
  const options = Object.entries(GALLERY_OPTIONS).map(([name, set]): Page & GalleryExample => ({
    ...styleGuidePage(pathOf(name), [styleGuideTitle(name)]),
    gallery: { photos: names.photo.slice(0, 5), options: set },
  }));
  return [...counts, ...options];
}

/** @param styles default: all; only the long texts for a kind that is allowed once per page */
function examplesOf(kind: SectionKind, names: ReferableNames, styles?: Style[]): unknown[] {
  const { entries } = sectionKinds[kind].schema;
  const { kind: _kind, anchor: _anchor, hidden: _hidden, ...fields } = entries;
  const refer = (reference: Reference, nth: number) => {
    const available = names[reference];
    const name = available[nth % available.length];
    if (name === undefined) throw new Error(`There is no ${reference} to show`);
    return name;
  };
  const usual = sectionKinds[kind].traits.isUnique ? STYLES.slice(-1) : STYLES;
  return (styles ?? usual).map((style, nth) => {
    const example = exampleValue(v.object(fields), { ...style, nth, refer });
    return Object.assign({ kind }, example);
  });
}

function styleGuidePage(path: string, sections: unknown[]): Page {
  return v.parse(pageSchema, { path, title: path, description: path, sections });
}

/** A title for kinds without a heading. */
function styleGuideTitle(name: string) {
  return { kind: 'text', heading: name };
}

function pathOf(name: string) {
  return `${STYLE_GUIDE_PATH}-${name}`;
}
