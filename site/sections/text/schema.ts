import * as v from 'valibot';
import { flag, heading, lead, listOf, paragraphs } from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

const part = { heading: v.optional(heading), paragraphs };

export const textSchema = sectionSchema('text', {
  title: 'Tekst',
  help: 'Lopende tekst met tussenkoppen, zoals de privacyverklaring',
  fields: {
    heading,
    lead,
    parts: v.optional(listOf('Delen', 'Deel', part, 0), []),
    showAddress: flag('Adresblok', 'true: met de gegevens van de zaak eronder'),
  },
});
