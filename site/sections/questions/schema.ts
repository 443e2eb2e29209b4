import * as v from 'valibot';
import { text } from '../../../enquiry/text.ts';
import { field, heading, paragraphs } from '../../content-values.ts';
import { sectionSchema } from '../section.ts';

export const questionsSchema = sectionSchema(
  'questions',
  { title: 'Vragen en antwoorden', help: 'Veelgestelde vragen; een klik toont het antwoord' },
  {
    heading,
    items: v.pipe(
      v.array(
        v.pipe(
          v.object({
            question: field(
              text,
              'Vraag',
              'een vraag zoals een klant ze stelt',
              'Komen jullie ook in het weekend?',
            ),
            answer: paragraphs,
          }),
          v.title('Vraag'),
        ),
      ),
      v.minLength(1),
      v.title('Vragen'),
    ),
  },
);
