import * as v from 'valibot';
import type { PageContext } from '../document/page-context.ts';
import { anchor, flag, type price } from '../schema/content-values.ts';

/**
 * Schema of a kind of section, with its traits as metadata. Every kind has the fields `anchor` and
 * `hidden`.
 *
 * @param kind its name in the content file and of its folder
 */
export function sectionSchema<const Kind extends string, const Fields extends v.ObjectEntries>(
  kind: Kind,
  about: {
    /** The name that the caterer sees. */
    title: string;
    help: string;
    fields: Fields;
    traits?: SectionTraits<v.InferOutput<v.ObjectSchema<Fields, undefined>>>;
  },
) {
  return v.pipe(
    v.object({
      kind: v.literal(kind),
      anchor: v.optional(anchor),
      hidden: flag('Verborgen', 'true: dit deel staat niet op de site'),
      ...about.fields,
    }),
    v.title(about.title),
    v.description(about.help),
    v.metadata({ traits: about.traits ?? {} }),
  );
}

/** Properties of a kind that other code depends on, instead of its name. */
export interface SectionTraits<Section> {
  /** The kind provides the page's title without a field `heading`. */
  providesPageTitle?: true;
  /** A page may have at most one section of this kind. */
  isUnique?: true;
  /** The top bar lies over the section's photos, and its scroll link points to the next section. */
  liesUnderTopBar?: true;
  /** The section's background. Default: that of the page. */
  ground?: 'paper' | 'dark';
  /** The section is drawn by `Columns`. */
  hasColumns?: true;
  /** The section shows the opening hours of company.yaml. */
  showsOpeningHours?: true;
  /** The section contains the enquiry form. A site may have at most one. */
  hasForm?: true;
  /** What a page says first, for its social card instead of its title. */
  headline?(section: Section): string;
  /** The photos that need a tall crop. If `liesUnderTopBar`, the first one is preloaded. */
  tallPhotos?(section: Section): string[];
  /** The section's offers, for structured data. */
  offers?(section: Section): { name: string; price?: Price | undefined }[];
}

type Price = v.InferOutput<typeof price>;

/** Position of a section on its page. */
export interface SectionPosition {
  /**
   * Attributes of the section's element: its id ('scroll-content' right below a hero), its
   * accessible name, whether it needs space below the bar (`site/styles/base.css`), and what is
   * beside it. Styles use these instead of `+` and `:last-child`, because the desk puts an element
   * around each section.
   */
  attributes: Record<string, string | number | true | undefined>;
  /** The id of its heading, which is its accessible name and the target of its anchor. */
  headingId: string;
  /** The heading's element: 'h1' for the first heading of a page, otherwise 'h2'. */
  Heading: 'h1' | 'h2';
  isFirst: boolean;
  /** How many sections of the same kind are above it. */
  nth: number;
}

/** Props of a section's component. It is rendered at publishing, so it uses no hooks. */
export interface SectionProps<Schema extends v.GenericSchema> {
  section: v.InferOutput<Schema>;
  page: PageContext;
  position: SectionPosition;
}

/** Element for headings inside a section, one level below its heading. */
export function subheading({ Heading }: SectionPosition): 'h2' | 'h3' {
  return Heading === 'h1' ? 'h2' : 'h3';
}
