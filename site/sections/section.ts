import type { ReactNode } from 'react';
import * as v from 'valibot';
import { anchor, field, type price } from '../content-values.ts';
import type { PageContext } from '../page-context.ts';

/**
 * What every kind of section has besides its own fields.
 *
 * @param kind its name in the file, and its folder's
 * @param about what it is, for the caterer
 */
export function sectionSchema<const Kind extends string, const Entries extends v.ObjectEntries>(
  kind: Kind,
  about: { title: string; help: string },
  entries: Entries,
) {
  return v.pipe(
    v.object({
      kind: v.literal(kind),
      anchor: v.optional(anchor),
      hidden: v.optional(
        field(v.boolean(), 'Verborgen', 'true: dit deel staat niet op de site', true),
        false,
      ),
      ...entries,
    }),
    v.title(about.title),
    v.description(about.help),
  );
}

/**
 * What other code may ask of a kind, so that none asks for it by name. They stand beside the schema
 * of a kind that has any.
 */
export interface SectionTraits<Section> {
  /** It heads a page without a field `heading`. */
  heads?: true;
  /** It stands once on a page at most. */
  once?: true;
  /** The bar lies over its photos, and its scroll link leads to the section below. */
  over?: true;
  /** It has the enquiry form; there is one on the site at most. */
  form?: true;
  /** Photos that a phone shows upright; of a kind that is `over`, the first is awaited. */
  upright?(section: Section): string[];
  /** What it offers at a price, for search engines. */
  offers?(section: Section): { name: string; price?: Price | undefined }[];
}

type Price = v.InferOutput<typeof price>;

/** Where a section stands on its page. */
export interface SectionPlace {
  /** For the section's element: 'scroll-content' right below a hero. */
  elementId: string | undefined;
  /** For its heading, which names it and which a link to the section's anchor leads to. */
  headingId: string;
  /** 'h1' for the first heading of a page, which has no other; else 'h2'. */
  Heading: 'h1' | 'h2';
  /** Whether nothing but the bar stands above it. */
  isFirst: boolean;
  /** How many sections of the same kind stand above it. */
  nth: number;
}

export interface SectionProps<Schema extends v.GenericSchema> {
  section: v.InferOutput<Schema>;
  page: PageContext;
  place: SectionPlace;
}

/** What a kind's component file exports. Rendered at publishing only, so it may use no hook. */
export interface SectionModule<Schema extends v.GenericSchema> {
  default: (props: SectionProps<Schema>) => ReactNode;
}

/**
 * The attributes of a section's element: how links and screen readers find it, and whether it has to
 * clear the bar (`styles/base.css`).
 */
export function sectionAttributes({ elementId, headingId, isFirst }: SectionPlace) {
  return {
    id: elementId,
    'aria-labelledby': headingId,
    tabIndex: elementId ? -1 : undefined,
    'data-first': isFirst ? true : undefined,
  };
}

/** The element of headings within a section, one level below its own. */
export function subheading({ Heading }: SectionPlace): 'h2' | 'h3' {
  return Heading === 'h1' ? 'h2' : 'h3';
}
