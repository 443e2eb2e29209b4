import type * as v from 'valibot';
import { field, heading, sentences } from '../../content-values.ts';
import { type SectionTraits, sectionSchema } from '../section.ts';

export const enquiryFormSchema = sectionSchema(
  'enquiry-form',
  {
    title: 'Aanvraagformulier',
    help: 'Het formulier met de gegevens van de zaak ernaast; één per site',
  },
  {
    heading,
    intro: field(sentences, 'Inleiding', 'een inleidende zin', 'Vertel ons wat je viert.'),
  },
);

export const enquiryFormTraits: SectionTraits<v.InferOutput<typeof enquiryFormSchema>> = {
  once: true,
  form: true,
};
