import { optionalField, photoName, sentences } from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

export const pictureSchema = sectionSchema('picture', {
  title: 'Brede foto',
  help: 'Eén foto over de hele breedte, met of zonder bijschrift; op een gsm staat ze rechtop',
  fields: {
    photo: photoName,
    caption: optionalField(
      sentences,
      'Bijschrift',
      'één zin onder de foto',
      'De feestschuur, een zaterdag in mei.',
    ),
  },
  traits: { tallPhotos: ({ photo }) => [photo] },
});
