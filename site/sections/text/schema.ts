import * as v from 'valibot';
import { field, heading, listOf, paragraphs, sentences } from '../../content-values.ts';
import { sectionSchema } from '../section.ts';

export const textSchema = sectionSchema(
  'text',
  { title: 'Tekst', help: 'Lopende tekst met tussenkoppen, zoals de privacyverklaring' },
  {
    heading,
    lead: v.optional(
      field(
        sentences,
        'Inleiding',
        'een inleidende zin',
        'Hier lees je wat we met je gegevens doen.',
      ),
    ),
    parts: v.optional(listOf('Delen', 'Deel', { heading: v.optional(heading), paragraphs }, 0), []),
    showAddress: v.optional(
      field(v.boolean(), 'Adresblok', 'true: met de gegevens van de zaak eronder', true),
      false,
    ),
  },
);
