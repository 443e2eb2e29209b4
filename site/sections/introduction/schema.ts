import * as v from 'valibot';
import { heading, linkTo, paragraphs } from '../../content-values.ts';
import { sectionSchema } from '../section.ts';

export const introductionSchema = sectionSchema(
  'introduction',
  { title: 'Inleiding', help: 'Een kop met tekst in het midden van de pagina' },
  {
    heading,
    paragraphs,
    links: v.optional(
      v.pipe(
        v.array(linkTo),
        v.minLength(1),
        v.title('Snel naar'),
        v.description('links naar de delen van de pagina eronder, zoals #recepties'),
      ),
    ),
  },
);
