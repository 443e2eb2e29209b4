import * as v from 'valibot';
import { text } from '../../../enquiry/text.ts';
import { field, photoList } from '../../content-values.ts';
import { type SectionTraits, sectionSchema } from '../section.ts';

export const heroSchema = sectionSchema(
  'hero',
  { title: 'Grote foto’s', help: 'Grote foto’s bovenaan de pagina, met een korte zin erover' },
  {
    sentence: field(
      text,
      'Zin',
      'een korte zin van drie tot acht woorden',
      'Schuif maar aan, er is genoeg.',
    ),
    eyebrow: v.optional(
      field(
        text,
        'Regel boven de zin',
        'wat je doet, voor wie en waar, in enkele woorden',
        'Catering voor feesten, bedrijven en scholen rond Zaaddonk',
      ),
    ),
    promises: v.optional(
      field(
        v.pipe(
          v.array(field(text, 'Belofte', 'enkele woorden', 'Antwoord binnen twee werkdagen')),
          v.minLength(1),
          v.maxLength(3),
        ),
        'Beloftes onder de foto’s',
        'een tot drie korte beloftes, op één regel naast de knop naar het formulier; op een gsm staan ze er niet bij',
      ),
    ),
    scrollLink: field(
      text,
      'Knop naar beneden',
      'de woorden op de knop naar de tekst eronder',
      'Over ons',
    ),
    photos: photoList,
    /** Specification, section 9: 10 000 ms. */
    intervalSeconds: v.optional(
      field(
        v.pipe(v.number(), v.minValue(5), v.maxValue(120)),
        'Seconden per foto',
        'hoeveel seconden een foto blijft staan, van 5 tot 120',
        10,
      ),
      10,
    ),
  },
);

export const heroTraits: SectionTraits<v.InferOutput<typeof heroSchema>> = {
  providesPageTitle: true,
  once: true,
  liesUnderTopBar: true,
  upright: ({ photos }) => photos,
};
