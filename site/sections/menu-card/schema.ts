import * as v from 'valibot';
import { text } from '../../../release/text.ts';
import {
  field,
  heading,
  linkTarget,
  listOf,
  optionalField,
  photoName,
  price,
} from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

export const menuCardSchema = sectionSchema('menu-card', {
  title: 'Menukaart',
  help: 'Lijnen van een menukaart: je aanbod, of gerechten',
  fields: {
    heading,
    lines: listOf('Lijnen', 'Lijn', {
      name: field(text, 'Naam', 'wat je aanbiedt, of een gerecht', 'Recepties'),
      detail: optionalField(text, 'Uitleg', 'een korte tekst', 'vanaf 20 gasten'),
      price: v.optional(price),
      photo: v.optional(photoName),
      to: optionalField(
        linkTarget,
        'Waarheen',
        'een pagina van de site, of een deel van een pagina',
        '/feesten#recepties',
      ),
    }),
  },
  traits: { ground: 'paper', offers: ({ lines }) => lines },
});
