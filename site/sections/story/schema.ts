import * as v from 'valibot';
import {
  heading,
  lead,
  linkTo,
  paragraphs,
  photoList,
  signature,
} from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

export const storySchema = sectionSchema('story', {
  title: 'Verhaal met foto’s',
  help: 'Een stuk tekst naast een kleine fotocarrousel',
  fields: {
    heading,
    lead,
    paragraphs,
    signature: v.optional(signature),
    button: v.optional(linkTo),
    photos: photoList,
  },
});
