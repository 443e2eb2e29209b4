import * as v from 'valibot';
import { text } from '../../../enquiry/text.ts';
import { field, heading, linkTo, paragraphs, photoList } from '../../content-values.ts';
import { sectionSchema } from '../section.ts';

export const storySchema = sectionSchema(
  'story',
  { title: 'Verhaal met foto’s', help: 'Een stuk tekst naast een kleine fotocarrousel' },
  {
    heading,
    lead: v.optional(
      field(text, 'Inleiding', 'een inleidende zin', 'We koken aan huis of op locatie.'),
    ),
    paragraphs,
    button: v.optional(linkTo),
    photos: photoList,
  },
);
