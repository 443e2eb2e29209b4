import * as v from 'valibot';
import { line, text } from '../../../enquiry/text.ts';
import { field, heading, listOf, paragraphs } from '../../content-values.ts';
import { sectionSchema } from '../section.ts';

/** The fourteen of Regulation (EU) No 1169/2011, annex II, in its order, with their names. */
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

export const allergensSchema = sectionSchema(
  'allergens',
  {
    title: 'Allergenen',
    help: 'Wat je over allergenen zegt (verordening EU 1169/2011), met per gerecht wat erin zit',
  },
  {
    heading,
    paragraphs,
    dishes: v.optional(
      listOf(
        'Gerechten',
        'Gerecht',
        {
          name: field(text, 'Gerecht', 'de naam van het gerecht', 'Tomatensoep'),
          contains: field(
            v.array(v.picklist(ALLERGENS)),
            'Bevat',
            `geen, of enkele van: ${ALLERGENS.join(', ')}`,
            ['celery', 'milk'],
          ),
        },
        0,
      ),
      [],
    ),
    none: v.optional(
      field(line, 'Geen', 'de woorden bij een gerecht dat er geen bevat', 'geen'),
      '–',
    ),
  },
);
