import * as v from 'valibot';
import {
  fact,
  field,
  heading,
  paragraphs,
  photoList,
  price,
  proposal,
} from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

export const offerSchema = sectionSchema('offer', {
  title: 'Aanbod',
  help: 'Eén deel van je aanbod: tekst, enkele feiten, foto’s en een link naar het formulier',
  fields: {
    heading,
    paragraphs,
    facts: field(
      v.pipe(v.array(fact), v.minLength(2), v.maxLength(4)),
      'Feiten',
      'twee tot vier korte feiten',
    ),
    price: v.optional(price),
    photos: photoList,
    proposal: v.optional(proposal),
  },
  traits: { offers: ({ heading, price }) => [{ name: heading, price }] },
});
