import * as v from 'valibot';
import { text } from '../../../release/text.ts';
import {
  field,
  fieldWithDefault,
  lines,
  optionalField,
  photoList,
} from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

const promise = field(text, 'Belofte', 'enkele woorden', 'Antwoord binnen twee werkdagen');

export const heroSchema = sectionSchema('hero', {
  title: 'Grote foto’s',
  help: 'Grote foto’s bovenaan de pagina, met een korte zin erover',
  fields: {
    sentence: field(
      lines,
      'Zin',
      'een korte zin van drie tot acht woorden',
      'Schuif maar aan, er is genoeg.',
    ),
    eyebrow: optionalField(
      text,
      'Regel boven de zin',
      'wat je doet, voor wie en waar, in enkele woorden',
      'Catering voor feesten, bedrijven en scholen rond Zaaddonk',
    ),
    promises: optionalField(
      v.pipe(v.array(promise), v.minLength(1), v.maxLength(3)),
      'Beloftes onder de foto’s',
      'één tot drie korte beloftes, naast de knop naar het formulier. Op een gsm staan ze onder de zin',
    ),
    scrollLink: field(
      text,
      'Knop naar beneden',
      'de woorden op de knop naar de tekst eronder',
      'Over ons',
    ),
    photos: photoList,
    /** The specification asks for 10 000 ms (section 9). */
    intervalSeconds: fieldWithDefault(
      10,
      v.pipe(v.number(), v.minValue(5), v.maxValue(120)),
      'Seconden per foto',
      'hoeveel seconden een foto blijft staan, van 5 tot 120',
    ),
  },
  traits: {
    providesPageTitle: true,
    isUnique: true,
    liesUnderTopBar: true,
    headline: ({ sentence }) => sentence,
    tallPhotos: ({ photos }) => photos,
  },
});
