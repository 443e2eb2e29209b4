import { text } from '../../../release/text.ts';
import {
  field,
  group,
  heading,
  lead,
  paragraphs,
  webAddress,
} from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

export const externalLinkSchema = sectionSchema('external-link', {
  title: 'Link naar een andere site',
  help: 'Tekst met een knop die een andere site opent, in een nieuw tabblad',
  fields: {
    heading,
    lead,
    paragraphs,
    button: group('Knop', {
      label: field(text, 'Woorden', 'de woorden op de knop', 'Naar de site voor scholen'),
      url: field(
        webAddress,
        'Webadres',
        'een volledig webadres, met https:// vooraan',
        'https://school.maanzaad.example',
      ),
    }),
  },
  traits: { hasColumns: true },
});
