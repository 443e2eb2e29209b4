import * as v from 'valibot';
import { line, text } from '../../../enquiry/text.ts';
import { field, heading, listOf, sentences } from '../../content-values.ts';
import { sectionSchema } from '../section.ts';

export const stepsSchema = sectionSchema(
  'steps',
  { title: 'Stappen', help: 'Genummerde stappen naast elkaar' },
  {
    heading,
    items: listOf(
      'Stappen',
      'Stap',
      {
        title: field(text, 'Stap', 'de naam van de stap', 'We komen kijken'),
        when: v.optional(
          field(line, 'Wanneer', 'een uur of een dag, in de plaats van het nummer', '15 uur'),
        ),
        text: field(sentences, 'Uitleg', 'een korte uitleg', 'Naar de refter en de keuken.'),
      },
      2,
    ),
  },
);
