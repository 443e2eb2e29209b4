import * as v from 'valibot';
import { line, text } from '../../../release/text.ts';
import {
  field,
  fieldWithDefault,
  heading,
  listOf,
  paragraphs,
} from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

/** The names of Regulation (EU) No 1169/2011, annex II. */
export const ALLERGEN_NAMES = {
  gluten: 'gluten',
  crustaceans: 'schaaldieren',
  eggs: 'eieren',
  fish: 'vis',
  peanuts: 'pinda’s',
  soybeans: 'soja',
  milk: 'melk',
  nuts: 'noten',
  celery: 'selderij',
  mustard: 'mosterd',
  sesame: 'sesam',
  sulphites: 'sulfiet',
  lupin: 'lupine',
  molluscs: 'weekdieren',
};

export const ALLERGENS = Object.keys(ALLERGEN_NAMES) as (keyof typeof ALLERGEN_NAMES)[];

const dish = {
  name: field(text, 'Gerecht', 'de naam van het gerecht', 'Tomatensoep'),
  contains: field(
    v.array(v.picklist(ALLERGENS)),
    'Bevat',
    `geen, of enkele van: ${ALLERGENS.join(', ')}`,
    ['celery', 'milk'],
  ),
};

export const allergensSchema = sectionSchema('allergens', {
  title: 'Allergenen',
  help: 'Wat je over allergenen zegt (verordening EU 1169/2011), met per gerecht wat erin zit',
  fields: {
    heading,
    paragraphs,
    dishes: v.optional(listOf('Gerechten', 'Gerecht', dish, 0), []),
    none: fieldWithDefault(
      '–',
      line,
      'Geen',
      'de woorden bij een gerecht dat er geen bevat',
      'geen',
    ),
  },
  traits: { hasColumns: true },
});
