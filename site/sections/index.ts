import type { ReactNode } from 'react';
import * as v from 'valibot';
import type { PageContext } from '../page-context.ts';
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
import type { SectionModule, SectionPlace, sectionSchema } from './section.ts';
import { stepsSchema } from './steps/schema.ts';
import { storySchema } from './story/schema.ts';
import { textSchema } from './text/schema.ts';

/**
 * Every kind of section, a line each, in the order in which the desk offers them. Plain Node reads
 * the schemas; the components are loaded through Vite only, when a page is rendered.
 */
export const sectionKinds = {
  hero: kind(heroSchema, () => import('./hero/Hero.tsx')),
  introduction: kind(introductionSchema, () => import('./introduction/Introduction.tsx')),
  story: kind(storySchema, () => import('./story/Story.tsx')),
  offer: kind(offerSchema, () => import('./offer/Offer.tsx')),
  'menu-card': kind(menuCardSchema, () => import('./menu-card/MenuCard.tsx')),
  picture: kind(pictureSchema, () => import('./picture/PictureSection.tsx')),
  quote: kind(quoteSchema, () => import('./quote/Quote.tsx')),
  steps: kind(stepsSchema, () => import('./steps/Steps.tsx')),
  questions: kind(questionsSchema, () => import('./questions/Questions.tsx')),
  'opening-hours': kind(openingHoursSchema, () => import('./opening-hours/OpeningHours.tsx')),
  allergens: kind(allergensSchema, () => import('./allergens/Allergens.tsx')),
  file: kind(fileSchema, () => import('./file/File.tsx')),
  'external-link': kind(externalLinkSchema, () => import('./external-link/ExternalLink.tsx')),
  'call-to-action': kind(callToActionSchema, () => import('./call-to-action/CallToAction.tsx')),
  text: kind(textSchema, () => import('./text/Text.tsx')),
  'enquiry-form': kind(enquiryFormSchema, () => import('./enquiry-form/EnquiryFormSection.tsx')),
  'not-found': kind(notFoundSchema, () => import('./not-found/NotFound.tsx')),
};

type Kinds = typeof sectionKinds;
export type SectionKind = keyof Kinds;
/** A section as it stands in a page's file, checked. */
export type Section = { [Kind in SectionKind]: v.InferOutput<Kinds[Kind]['schema']> }[SectionKind];

/** A component for sections of one kind, whatever stands in their file. */
type AnySection = (props: {
  section: unknown;
  page: PageContext;
  place: SectionPlace;
}) => ReactNode;

/**
 * Pairs a schema with the component that takes what it describes; the compiler holds the two
 * together, and reading through the schema once more gives the component its own type.
 */
function kind<Schema extends ReturnType<typeof sectionSchema<string, v.ObjectEntries>>>(
  schema: Schema,
  load: () => Promise<SectionModule<Schema>>,
) {
  return {
    schema,
    async load(): Promise<AnySection> {
      const { default: Component } = await load();
      return (props) => Component({ ...props, section: v.parse(schema, props.section) });
    },
  };
}
