import { text } from '../../../release/text.ts';
import { field, heading, listOf, paragraphs } from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

export const questionsSchema = sectionSchema('questions', {
  title: 'Vragen en antwoorden',
  help: 'Veelgestelde vragen; een klik toont het antwoord',
  fields: {
    heading,
    items: listOf('Vragen', 'Vraag', {
      question: field(
        text,
        'Vraag',
        'een vraag zoals een klant ze stelt',
        'Komen jullie ook in het weekend?',
      ),
      answer: paragraphs,
    }),
  },
  traits: { hasColumns: true },
});
