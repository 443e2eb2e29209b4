import { field, heading, sentences } from '../../schema/content-values.ts';
import { sectionSchema } from '../section.ts';

export const enquiryFormSchema = sectionSchema('enquiry-form', {
  title: 'Aanvraagformulier',
  help: 'Het formulier met de gegevens van de zaak ernaast; één per site',
  fields: {
    heading,
    intro: field(sentences, 'Inleiding', 'een inleidende zin', 'Vertel ons wat je viert.'),
  },
  traits: { isUnique: true, hasForm: true },
});
