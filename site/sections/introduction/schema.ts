import {
  heading,
  linkTo,
  nonEmpty,
  optionalField,
  paragraphs,
} from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

export const introductionSchema = sectionSchema('introduction', {
  title: 'Inleiding',
  help: 'Een kop met tekst ernaast',
  fields: {
    heading,
    paragraphs,
    links: optionalField(
      nonEmpty(linkTo),
      'Snel naar',
      'links naar de delen van de pagina eronder, zoals #recepties',
    ),
  },
  traits: { hasColumns: true },
});
