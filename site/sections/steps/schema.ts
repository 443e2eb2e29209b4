import { line, text } from '../../../release/text.ts';
import { field, heading, listOf, optionalField, sentences } from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

const step = {
  title: field(text, 'Stap', 'de naam van de stap', 'We komen kijken'),
  when: optionalField(line, 'Wanneer', 'een uur of een dag, in de plaats van het nummer', '15 uur'),
  text: field(sentences, 'Uitleg', 'een korte uitleg', 'Naar de refter en de keuken.'),
};

export const stepsSchema = sectionSchema('steps', {
  title: 'Stappen',
  help: 'Genummerde stappen naast elkaar',
  fields: { heading, items: listOf('Stappen', 'Stap', step, 2) },
  traits: { ground: 'paper' },
});
