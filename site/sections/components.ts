import type { ReactNode } from 'react';
import type * as v from 'valibot';
import Allergens from './allergens/Allergens.tsx';
import CallToAction from './call-to-action/CallToAction.tsx';
import EnquiryFormSection from './enquiry-form/EnquiryFormSection.tsx';
import ExternalLink from './external-link/ExternalLink.tsx';
import File from './file/File.tsx';
import Hero from './hero/Hero.tsx';
import Introduction from './introduction/Introduction.tsx';
import MenuCard from './menu-card/MenuCard.tsx';
import NotFound from './not-found/NotFound.tsx';
import Offer from './offer/Offer.tsx';
import OpeningHours from './opening-hours/OpeningHours.tsx';
import PictureSection from './picture/PictureSection.tsx';
import Questions from './questions/Questions.tsx';
import Quote from './quote/Quote.tsx';
import type { SectionProps } from './section.ts';
import type { SectionKind, sectionKinds } from './section-kinds.ts';
import Steps from './steps/Steps.tsx';
import Story from './story/Story.tsx';
import Text from './text/Text.tsx';

type Kinds = typeof sectionKinds;

const components: {
  [Kind in SectionKind]: (props: SectionProps<Kinds[Kind]['schema']>) => ReactNode;
} = {
  hero: Hero,
  introduction: Introduction,
  story: Story,
  offer: Offer,
  'menu-card': MenuCard,
  picture: PictureSection,
  quote: Quote,
  steps: Steps,
  questions: Questions,
  'opening-hours': OpeningHours,
  allergens: Allergens,
  file: File,
  'external-link': ExternalLink,
  'call-to-action': CallToAction,
  text: Text,
  'enquiry-form': EnquiryFormSection,
  'not-found': NotFound,
};

/**
 * The component of each kind of section. The imports are static, so that the site's single style
 * sheet contains the styles of all kinds.
 */
// Safe, because each component only gets sections of its own kind.
export const sectionComponents = components as unknown as Record<
  SectionKind,
  (props: SectionProps<v.GenericSchema>) => ReactNode
>;
