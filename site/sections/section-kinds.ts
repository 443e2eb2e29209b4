import * as v from 'valibot';
import { allergensSchema } from './allergens/schema.ts';
import { callToActionSchema } from './call-to-action/schema.ts';
import { enquiryFormSchema } from './enquiry-form/schema.ts';
import { externalLinkSchema } from './external-link/schema.ts';
import { fileSchema } from './file/schema.ts';
import { heroSchema } from './hero/schema.ts';
import { introductionSchema } from './introduction/schema.ts';
import { menuCardSchema } from './menu-card/schema.ts';
import { notFoundSchema } from './not-found/schema.ts';
import { offerSchema } from './offer/schema.ts';
import { openingHoursSchema } from './opening-hours/schema.ts';
import { pictureSchema } from './picture/schema.ts';
import { questionsSchema } from './questions/schema.ts';
import { quoteSchema } from './quote/schema.ts';
import type { SectionPosition, SectionTraits, sectionSchema } from './section.ts';
import { stepsSchema } from './steps/schema.ts';
import { storySchema } from './story/schema.ts';
import { textSchema } from './text/schema.ts';

/**
 * All kinds of sections, in the order of the desk's menu. Plain Node reads this module; the
 * components, which need Vite, are in `components.ts`.
 */
export const sectionKinds = {
  hero: kind(heroSchema),
  introduction: kind(introductionSchema),
  story: kind(storySchema),
  offer: kind(offerSchema),
  'menu-card': kind(menuCardSchema),
  picture: kind(pictureSchema),
  quote: kind(quoteSchema),
  steps: kind(stepsSchema),
  questions: kind(questionsSchema),
  'opening-hours': kind(openingHoursSchema),
  allergens: kind(allergensSchema),
  file: kind(fileSchema),
  'external-link': kind(externalLinkSchema),
  'call-to-action': kind(callToActionSchema),
  text: kind(textSchema),
  'enquiry-form': kind(enquiryFormSchema),
  'not-found': kind(notFoundSchema),
};

type Kinds = typeof sectionKinds;
export type SectionKind = keyof Kinds;
type SectionOf<Kind extends SectionKind> = v.InferOutput<Kinds[Kind]['schema']>;
/** A validated section of a page. */
export type Section = { [Kind in SectionKind]: SectionOf<Kind> }[SectionKind];

/** Id that scroll links point to (specification, section 2, 'Scroll link behaviour'). */
export const SCROLL_TARGET = 'scroll-content';

/** The traits of a section's kind. */
export function traitsOf({ kind }: Pick<Section, 'kind'>): SectionTraits<Section> {
  return sectionKinds[kind].traits;
}

/** Names of a section's photos that a phone shows in tall crop. */
export function tallPhotosOf(section: Section): string[] {
  return traitsOf(section).tallPhotos?.(section) ?? [];
}

/** Whether sections of a kind have a heading. */
export function hasHeading(kind: SectionKind): boolean {
  const { schema, traits } = sectionKinds[kind];
  return traits.providesPageTitle === true || 'heading' in schema.entries;
}

/** The position of a section on its page. */
export function positionOf(
  sections: Pick<Section, 'kind' | 'anchor'>[],
  index: number,
): SectionPosition {
  const { kind, anchor } = sections[index] as Section;
  const above = sections.slice(0, index);
  const [before] = above.slice(-1);
  const isScrollTarget = before !== undefined && traitsOf(before).liesUnderTopBar === true;
  const headingId = anchor ?? `${kind}-${index + 1}`;
  const [after] = sections.slice(index + 1);
  const isFirst = index === 0;
  return {
    attributes: {
      id: isScrollTarget ? SCROLL_TARGET : undefined,
      'aria-labelledby': headingId,
      tabIndex: isScrollTarget ? -1 : undefined,
      'data-first': isFirst || undefined,
      'data-last': after === undefined || undefined,
      'data-below': before && edgeOf(before),
      'data-above': after && edgeOf(after),
    },
    headingId,
    Heading: above.some((section) => hasHeading(section.kind)) ? 'h2' : 'h1',
    isFirst,
    nth: above.filter((section) => section.kind === kind).length,
  };
}

/** The background or layout of a section, on which the distance to its neighbours depends. */
function edgeOf(section: Pick<Section, 'kind'>): string | undefined {
  const { ground, hasColumns } = traitsOf(section);
  return ground ?? (hasColumns ? 'columns' : undefined);
}

function kind<Schema extends ReturnType<typeof sectionSchema<string, v.ObjectEntries>>>(
  schema: Schema,
) {
  return { schema, traits: v.getMetadata(schema).traits as SectionTraits<unknown> };
}
