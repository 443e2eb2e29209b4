import type { ControlAttributes, Field } from './field.ts';

const PERSON_NAME = { autoCapitalize: 'words', spellCheck: false } satisfies ControlAttributes;

/**
 * Every field of the enquiry, in the order of the form (specification, sections 2 and 3), with the
 * default labels and options. A new field is one entry here.
 */
export const FIELDS = [
  {
    name: 'email',
    label: 'Email',
    kind: 'email',
    required: true,
    group: 'you',
    width: 'full',
    attributes: { autoComplete: 'email' },
  },
  {
    name: 'name',
    label: 'Naam',
    kind: 'line',
    required: true,
    group: 'you',
    width: 'half',
    attributes: { ...PERSON_NAME, autoComplete: 'family-name' },
  },
  {
    name: 'firstName',
    label: 'Voornaam',
    kind: 'line',
    group: 'you',
    width: 'half',
    attributes: { ...PERSON_NAME, autoComplete: 'given-name' },
  },
  {
    name: 'clientType',
    label: 'Voor',
    kind: 'option',
    options: ['Bedrijf', 'Particulier', 'Organisatie', 'Vereniging'],
    group: 'you',
    width: 'half',
    inConfirmation: true,
  },
  {
    name: 'company',
    label: 'Bedrijf',
    kind: 'line',
    group: 'you',
    width: 'half',
    attributes: { autoComplete: 'organization' },
  },
  {
    name: 'street',
    label: 'Straat',
    kind: 'line',
    group: 'you',
    width: 'two-thirds',
    attributes: { autoComplete: 'address-line1', autoCapitalize: 'words' },
  },
  // House number: no autofill token exists, and Belgian numbers contain letters ('12 bus 3').
  {
    name: 'number',
    label: 'Huisnummer',
    kind: 'line',
    group: 'you',
    width: 'third',
  },
  {
    name: 'postalCode',
    label: 'Postcode',
    // A numeric keyboard would exclude Dutch postcodes ('4561 AB').
    kind: 'line',
    group: 'you',
    width: 'third',
    attributes: { autoComplete: 'postal-code' },
  },
  {
    name: 'city',
    label: 'Woonplaats',
    kind: 'line',
    group: 'you',
    width: 'two-thirds',
    attributes: { autoComplete: 'address-level2', autoCapitalize: 'words' },
  },
  {
    name: 'phone',
    label: 'Telefoonnummer',
    kind: 'line',
    group: 'you',
    width: 'half',
    attributes: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  },
  {
    name: 'vatNumber',
    label: 'BTW nummer',
    kind: 'line',
    group: 'you',
    width: 'half',
    attributes: { spellCheck: false },
  },
  {
    name: 'productType',
    label: 'Betreft',
    kind: 'option',
    options: [
      'Huwelijksfeest',
      'Receptie',
      'Communie- of lentefeest',
      'Walking dinner',
      'Feestdiner',
      'Bedrijfsfeest',
      'Schoolcatering',
    ],
    group: 'party',
    width: 'half',
    inConfirmation: true,
  },
  {
    name: 'date',
    label: 'Datum (dd/mm/jjjj)',
    kind: 'date',
    group: 'party',
    width: 'half',
    inConfirmation: true,
  },
  {
    name: 'partyLocation',
    label: 'Locatie',
    kind: 'line',
    group: 'party',
    width: 'two-thirds',
  },
  {
    name: 'personCount',
    label: 'Aantal personen',
    kind: 'count',
    group: 'party',
    width: 'third',
    inConfirmation: true,
  },
  // In the contract without a control (specification, section 3).
  { name: 'grownupCount', label: 'Aantal volwassenen', kind: 'count' },
  { name: 'childrenCount', label: 'Aantal kinderen', kind: 'count' },
  {
    name: 'message',
    label: 'Bericht',
    kind: 'text',
    required: true,
    group: 'message',
    width: 'full',
  },
] as const satisfies readonly Field[];

type AnyField = (typeof FIELDS)[number];

export type FieldName = AnyField['name'];
/** Fields with a control. */
export type VisibleField = Extract<AnyField, { group: string }>['name'];
export type RequiredField = Extract<AnyField, { required: true }>['name'];
/** Fields with a list of options. */
export type OptionField = Extract<AnyField, { kind: 'option' }>['name'];

export const FIELD_NAMES: readonly FieldName[] = FIELDS.map(({ name }) => name);

export const OPTION_FIELDS = FIELDS.filter((field) => field.kind === 'option').map(
  ({ name }) => name,
);

/**
 * A field that people do not see. If it is filled in, the enquiry is marked as possible spam and no
 * confirmation is sent.
 */
export const HONEYPOT = 'website';

/** Both carry the captcha's result (interpretation, 'Contact form'). */
export const CAPTCHA_KEYS = ['token', 'recaptcha'] as const;

/** The field that a link to the form can choose: '/info?betreft=Walking%20dinner'. */
export const SUBJECT_FIELD = 'productType' satisfies OptionField;

/**
 * The query parameter that chooses the subject: the field's label in lower-case ASCII letters,
 * 'betreft' for 'Betreft', so that the URL is in the visitor's language.
 */
export function subjectParameter(label: string): string {
  const letters = label
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return letters || SUBJECT_FIELD;
}

/** Default messages of the rules that a field's value can break, whatever the field. */
const VALUE_RULES = {
  emailInvalid: 'Dit is geen geldige email',
  captchaRequired: 'Dit veld is verplicht',
  dateInvalid: 'Dit is geen geldige datum',
  countInvalid: 'Dit is geen geldig aantal',
  tooLong: 'Deze tekst is te lang',
  charactersInvalid: 'Hier staan tekens die we niet kunnen lezen',
} as const;

/** Why a field was refused. */
export type EnquiryRule = keyof typeof VALUE_RULES | `${RequiredField}Required`;

/**
 * The default message of every rule (specification, section 5). `content/messages.yaml` may override
 * them: `rules`.
 */
export const RULE_MESSAGES = Object.fromEntries([
  ...FIELDS.filter((field) => 'required' in field).map(
    ({ name, label }) => [requiredRule(name), `${label} is verplicht`] as const,
  ),
  ...Object.entries(VALUE_RULES),
]) as Record<EnquiryRule, string>;

/** Every rule, by the key of its message. */
export const ENQUIRY_RULES = Object.keys(RULE_MESSAGES) as EnquiryRule[];

/** The rule that a required field breaks while it is empty. */
export function requiredRule<Name extends string>(name: Name): `${Name}Required` {
  return `${name}Required`;
}
