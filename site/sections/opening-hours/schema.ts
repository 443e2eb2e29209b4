import { line } from '../../../release/text.ts';
import { field, heading, optionalField, sentences } from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

export const openingHoursSchema = sectionSchema('opening-hours', {
  title: 'Openingsuren',
  help: 'Wanneer je te bereiken bent; de uren zelf staan bij de gegevens van de zaak',
  fields: {
    heading,
    note: optionalField(
      sentences,
      'Opmerking',
      'een korte opmerking onder de uren',
      'Op feestdagen gesloten.',
    ),
    closed: field(line, 'Gesloten', 'het woord voor een dag zonder uren', 'gesloten'),
  },
  traits: { hasColumns: true, showsOpeningHours: true },
});
