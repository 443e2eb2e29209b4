import * as v from 'valibot';
import { SUBJECT_FIELD } from '../../enquiry/fields.ts';
import { type Content, type Page, pageSchema } from '../content.ts';
import type { Reference } from '../content-values.ts';
import { type ExampleStyle, exampleValue } from '../example-value.ts';
import { formPagesOf, homePathOf } from '../page-context.ts';
import { hasHeading, type SectionKind, sectionKinds } from '../sections/index.ts';

/** Path of the style guide, and prefix of its pages: '/stijl-offer'. */
export const STYLE_GUIDE_PATH = '/stijl';

type Style = Omit<ExampleStyle, 'refer' | 'nth'>;

/** Typical content; only required fields; long texts and lists. */
const STYLES: Style[] = [
  { optional: true, items: 3, lengthFactor: 1, option: 0 },
  { optional: false, items: 1, lengthFactor: 1, option: 0 },
  { optional: true, items: 6, lengthFactor: 3, option: 1 },
];

/** Names that references can use. */
export type ReferableNames = Record<Reference, string[]>;

/** @param files names in `content/files/` */
export function referableNames(content: Content, files: string[]): ReferableNames {
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
 * examples, and an index page.
 */
export function styleGuidePages(names: ReferableNames): Page[] {
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
  ];
}

function examplesOf(kind: SectionKind, names: ReferableNames): unknown[] {
  const { entries } = sectionKinds[kind].schema;
  const { kind: _kind, anchor: _anchor, hidden: _hidden, ...fields } = entries;
  const refer = (reference: Reference, nth: number) => {
    const available = names[reference];
    const name = available[nth % available.length];
    if (name === undefined) throw new Error(`There is no ${reference} to show`);
    return name;
  };
  // A kind that is allowed once per page shows only the long texts.
  const styles = sectionKinds[kind].traits.once ? STYLES.slice(-1) : STYLES;
  return styles.map((style, nth) => {
    const example = exampleValue(v.object(fields), { ...style, nth, refer });
    return Object.assign({ kind }, example);
  });
}

export function styleGuidePage(path: string, sections: unknown[]): Page {
  return v.parse(pageSchema, { path, title: path, description: path, sections });
}

/** A title for kinds without a heading. */
export function styleGuideTitle(name: string) {
  return { kind: 'text', heading: name };
}

function pathOf(name: SectionKind) {
  return `${STYLE_GUIDE_PATH}-${name}`;
}
