import { heading, paragraphs } from '../../content-values.ts';
import { sectionSchema } from '../section.ts';

export const introductionSchema = sectionSchema(
  'introduction',
  { title: 'Inleiding', help: 'Een kop met tekst in het midden van de pagina' },
  { heading, paragraphs },
);
