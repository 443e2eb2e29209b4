import { text } from '../../../enquiry/text.ts';
import { field, heading, paragraphs } from '../../content-values.ts';
import { sectionSchema } from '../section.ts';

export const accessibilitySchema = sectionSchema(
  'accessibility',
  {
    title: 'Toegankelijkheid',
    help: 'Wat aan de site nagekeken is, en hoe je iets meldt; één per site, met een link onderaan elke pagina',
  },
  {
    heading,
    lead: field(text, 'Inleiding', 'een inleidende zin', 'Deze site is er voor iedereen.'),
    paragraphs,
  },
);
