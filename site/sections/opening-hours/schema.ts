import * as v from 'valibot';
import { line } from '../../../enquiry/text.ts';
import { field, heading, sentences } from '../../content-values.ts';
import { sectionSchema } from '../section.ts';

export const openingHoursSchema = sectionSchema(
  'opening-hours',
  {
    title: 'Openingsuren',
    help: 'Wanneer je te bereiken bent; de uren zelf staan in company.yaml',
  },
  {
    heading,
    note: v.optional(
      field(sentences, 'Opmerking', 'een korte opmerking onder de uren', 'Op feestdagen gesloten.'),
    ),
    closed: field(line, 'Gesloten', 'het woord voor een dag zonder uren', 'gesloten'),
  },
);
