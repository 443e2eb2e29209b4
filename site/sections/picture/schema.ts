import * as v from 'valibot';
import { field, photoName, sentences } from '../../content-values.ts';
import { type SectionTraits, sectionSchema } from '../section.ts';

export const pictureSchema = sectionSchema(
  'picture',
  {
    title: 'Brede foto',
    help: 'Eén foto over de hele breedte, met of zonder bijschrift; op een gsm staat ze rechtop',
  },
  {
    photo: photoName,
    caption: v.optional(
      field(
        sentences,
        'Bijschrift',
        'één zin onder de foto',
        'De feestschuur, een zaterdag in mei.',
      ),
    ),
  },
);

export const pictureTraits: SectionTraits<v.InferOutput<typeof pictureSchema>> = {
  upright: ({ photo }) => [photo],
};
