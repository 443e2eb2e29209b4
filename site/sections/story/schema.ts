import * as v from 'valibot';
import {
  field,
  heading,
  linkTo,
  paragraphs,
  photoList,
  sentences,
  signature,
} from '../../content-values.ts';
import { sectionSchema } from '../section.ts';

export const storySchema = sectionSchema(
  'story',
  { title: 'Verhaal met foto’s', help: 'Een stuk tekst naast een kleine fotocarrousel' },
  {
    heading,
    lead: v.optional(
      field(sentences, 'Inleiding', 'een inleidende zin', 'We koken aan huis of op locatie.'),
    ),
    paragraphs,
    signature: v.optional(signature),
    button: v.optional(linkTo),
    photos: photoList,
  },
);
