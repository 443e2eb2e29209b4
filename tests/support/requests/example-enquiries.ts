import type { Enquiry } from '../../../enquiry/enquiry.ts';
import type { FormValues } from '../../../site/form/fields/form-values.ts';

/** A form as a visitor fills it in, and the enquiry it must become. */
interface GoodExample {
  values: FormValues;
  enquiry: Enquiry;
}

/** The locale of the examples. */
export const LOCALE = 'nl-BE';

const required = {
  email: 'zoe@voorbeeld.example',
  name: 'Peeters',
  message: 'Graag een voorstel.',
};

/** 4 000 characters with line breaks, as `String.length` counts them. */
const LONG_MESSAGE =
  'Dag Maanzaad,\n\nWe trouwen op een zaterdag in mei, buiten als het weer meezit.\n'
    .repeat(80)
    .slice(0, 3_999)
    .concat('!');

/** The required fields and `values`, which are sent as typed unless `sent` differs. */
const good = (values: FormValues, sent: Partial<Enquiry> = {}): GoodExample => {
  const { personCount: _, ...typed } = values;
  return { values: { ...required, ...values }, enquiry: { ...required, ...typed, ...sent } };
};

/** Valid forms. Each key describes what is special about its form. */
export const GOOD_ENQUIRIES = {
  'only what is required': good({}),
  'every field': good(
    {
      email: 'zoe.ijsbrandt@voorbeeld.example',
      name: "Ĳsbrandt-D'Hondt",
      firstName: 'Zoë',
      clientType: 'Bedrijf',
      company: 'Brouwerij “De Drie Bollen” & Zonen bvba',
      street: 'Sint-Pietersnieuwstraat',
      number: '12 bus 3',
      postalCode: '9000',
      city: 'Gent',
      phone: '+32 (0)9 000.00.00',
      vatNumber: 'BE 0000.000.097',
      productType: 'Communie- of lentefeest',
      date: '05/03/2027',
      partyLocation: 'Tuin achter de kerk <met tent>',
      personCount: '85',
      message: 'Budget: € 35 p.p.\nMet soep vooraf 🥂, zonder noten.',
    },
    { date: '5-3-2027', personCount: 85 },
  ),
  'fields left empty or blank': {
    values: { ...required, firstName: '', company: '   ', city: '\t', date: ' ', personCount: '' },
    enquiry: required,
  },
  'white space inside and around, kept as typed': good({
    name: '  Van  den Berg ',
    message: '\n  Dag,\n\n\ttot gauw  \n',
  }),
  'an address pasted with white space around it': {
    values: { ...required, email: ' zoe@voorbeeld.example\u00a0' },
    enquiry: required,
  },
  'a message of 4 000 characters with line breaks': good({ message: LONG_MESSAGE }),
  'what could break a mail or a page, as plain text': good({
    name: 'Bcc: iemand@elders.example',
    message: '.\r\n.\r\n<script>alert(1)</script>\n--grens\n=3D=20\n{{name}} #{name} %s \\n',
  }),
  'the largest party, thousands marked': good({ personCount: '1.200' }, { personCount: 1200 }),
  'a leap day': good({ date: '29-2-2028' }),
} satisfies Record<string, GoodExample>;

/** Invalid forms, with the rule that each field breaks. */
export const BAD_ENQUIRIES = {
  'nothing filled in': {
    values: {},
    rules: { email: 'emailRequired', name: 'nameRequired', message: 'messageRequired' },
  },
  'an address without a domain': {
    values: { ...required, email: 'zoe@voorbeeld' },
    rules: { email: 'emailInvalid' },
  },
  'a date in words': {
    values: { ...required, date: 'ergens in mei' },
    rules: { date: 'dateInvalid' },
  },
  'a range for a count': {
    values: { ...required, personCount: '80 à 100' },
    rules: { personCount: 'countNotOne' },
  },
  'a message that is too long': {
    values: { ...required, message: 'x'.repeat(4_001) },
    rules: { message: 'tooLong' },
  },
} satisfies Record<string, { values: FormValues; rules: Record<string, string> }>;
