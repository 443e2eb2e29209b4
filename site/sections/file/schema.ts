import { text } from '../../../release/text.ts';
import { field, fileName, heading, sentences } from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

export const fileSchema = sectionSchema('file', {
  title: 'Bestand',
  help: 'Een bestand om te openen of te bewaren, zoals het menu van de maand (PDF)',
  fields: {
    heading,
    text: field(sentences, 'Tekst', 'één of twee zinnen', 'Het menu van deze maand.'),
    label: field(text, 'Woorden', 'de woorden op de knop', 'Open het maandmenu'),
    file: field(fileName, 'Bestand', 'de naam van een bestand in de map files', 'maandmenu.pdf'),
  },
});
