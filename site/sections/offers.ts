import type * as v from 'valibot';
import type { price as priceSchema } from '../content-values.ts';
import type { Section } from './index.ts';

/** What a section offers, in the caterer's words. */
export interface SectionOffer {
  name: string;
  price?: v.InferOutput<typeof priceSchema> | undefined;
}

/**
 * What a section offers: an offer itself, or the lines of a menu card. A line that leads to the offer
 * it names is not a second one.
 */
export function offersOf(section: Section): SectionOffer[] {
  switch (section.kind) {
    case 'offer':
      return [{ name: section.heading, price: section.price }];
    case 'menu-card':
      return section.lines
        .filter(({ to, price }) => to === undefined || price)
        .map(({ name, price }) => ({ name, price }));
    default:
      return [];
  }
}
