import * as v from 'valibot';
import {
  field,
  fieldWithDefault,
  heading,
  linkTo,
  photoName,
  proposal,
  sentences,
  signature,
} from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

export const callToActionSchema = sectionSchema('call-to-action', {
  title: 'Oproep',
  help: 'Een vraag of oproep in het midden, met een knop',
  fields: {
    heading,
    text: field(
      sentences,
      'Tekst',
      'één of twee zinnen',
      'Je krijgt binnen twee werkdagen antwoord.',
    ),
    button: field(
      v.union([linkTo, proposal]),
      'Knop',
      'label en to (een pagina), of label en subject (het formulier, met Betreft al gekozen)',
    ),
    signature: v.optional(signature),
    photo: v.optional(photoName),
    /** 'large' is for the end of a page, 'modest' for a place between other sections. */
    size: fieldWithDefault('large', v.picklist(['large', 'modest']), 'Grootte', 'large of modest'),
  },
});
