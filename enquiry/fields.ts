import type { ControlAttributes, Field } from './field.ts';

const PERSON_NAME = { autoCapitalize: 'words', spellCheck: false } satisfies ControlAttributes;

/**
 * Every field of the enquiry, in the order of the form (specification, sections 2 and 3). A new
 * field is one entry here and its words in `content/messages.yaml`.
 */
export const FIELDS = [
  {
    name: 'email',
    kind: 'email',
    required: true,
    group: 'you',
    width: 'full',
    attributes: { autoComplete: 'email' },
    mailPlace: 110,
  },
  {
    name: 'name',
    kind: 'line',
    required: true,
    group: 'you',
    width: 'half',
    attributes: { ...PERSON_NAME, autoComplete: 'family-name' },
    mailPlace: 80,
  },
  {
    name: 'firstName',
    kind: 'line',
    group: 'you',
    width: 'half',
    attributes: { ...PERSON_NAME, autoComplete: 'given-name' },
    mailPlace: 90,
  },
  {
    name: 'clientType',
    kind: 'option',
    group: 'you',
    width: 'half',
    mailPlace: 70,
    inConfirmation: true,
  },
  {
    name: 'company',
    kind: 'line',
    group: 'you',
    width: 'half',
    attributes: { autoComplete: 'organization' },
    mailPlace: 100,
  },
  {
    name: 'street',
    kind: 'line',
    group: 'you',
    width: 'two-thirds',
    attributes: { autoComplete: 'address-line1', autoCapitalize: 'words' },
    mailPlace: 130,
  },
  // House number. No autofill token means one, and Belgian ones have letters: '12 bus 3'.
  { name: 'number', kind: 'line', group: 'you', width: 'third', mailPlace: 140 },
  {
    name: 'postalCode',
    // A keyboard with digits alone would lock out Dutch codes ('4561 AB').
    kind: 'line',
    group: 'you',
    width: 'third',
    attributes: { autoComplete: 'postal-code' },
    mailPlace: 150,
  },
  {
    name: 'city',
    kind: 'line',
    group: 'you',
    width: 'two-thirds',
    attributes: { autoComplete: 'address-level2', autoCapitalize: 'words' },
    mailPlace: 160,
  },
  {
    name: 'phone',
    kind: 'line',
    group: 'you',
    width: 'half',
    attributes: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
    mailPlace: 120,
  },
  {
    name: 'vatNumber',
    kind: 'line',
    group: 'you',
    width: 'half',
    attributes: { spellCheck: false },
    mailPlace: 170,
  },
  {
    name: 'productType',
    kind: 'option',
    group: 'party',
    width: 'half',
    mailPlace: 10,
    inConfirmation: true,
  },
  {
    name: 'date',
    kind: 'date',
    group: 'party',
    width: 'half',
    mailPlace: 20,
    inConfirmation: true,
  },
  { name: 'partyLocation', kind: 'line', group: 'party', width: 'two-thirds', mailPlace: 60 },
  {
    name: 'personCount',
    kind: 'count',
    group: 'party',
    width: 'third',
    mailPlace: 30,
    inConfirmation: true,
  },
  // In the contract without a control (specification, section 3).
  { name: 'grownupCount', kind: 'count', mailPlace: 40 },
  { name: 'childrenCount', kind: 'count', mailPlace: 50 },
  {
    name: 'message',
    kind: 'text',
    required: true,
    group: 'message',
    width: 'full',
    mailPlace: 180,
  },
] as const satisfies readonly Field[];

type AnyField = (typeof FIELDS)[number];

export type FieldName = AnyField['name'];
/** Fields with a control. */
export type VisibleField = Extract<AnyField, { group: string }>['name'];
export type RequiredField = Extract<AnyField, { required: true }>['name'];
/** Fields with a list of options. */
export type OptionField = Extract<AnyField, { kind: 'option' }>['name'];

/** Every label in `content/messages.yaml`, `fields`. */
export const FIELD_NAMES: readonly FieldName[] = FIELDS.map(({ name }) => name);

/** Every list in `content/messages.yaml`, `options`. */
export const OPTION_FIELDS = FIELDS.filter((field) => field.kind === 'option').map(
  ({ name }) => name,
);

/**
 * A field no person sees: what a program fills in there marks the enquiry as possible spam, and no
 * confirmation is sent.
 */
export const HONEYPOT = 'website';

/** Both carry the captcha's result (decisions, 'Contact form'). */
export const CAPTCHA_KEYS = ['token', 'recaptcha'] as const;

/** The field that a link to the form can choose: '/info?betreft=Walking%20dinner'. */
export const SUBJECT_FIELD = 'productType' satisfies OptionField;

/**
 * The query parameter that chooses the subject: the field's label in small letters of the alphabet,
 * 'betreft' for 'Betreft'; so that an address reads as the visitor's language does.
 */
export function subjectParameter(label: string): string {
  const letters = label
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return letters || SUBJECT_FIELD;
}

/** What stands in the way of a field's value, whatever the field. */
const VALUE_RULES = [
  'emailInvalid',
  'captchaRequired',
  'dateInvalid',
  'countInvalid',
  'choiceUnknown',
  'tooLong',
  'charactersInvalid',
] as const;

/** Why a field was refused: a message in `content/messages.yaml`, `rules`. */
export type EnquiryRule = (typeof VALUE_RULES)[number] | `${RequiredField}Required`;

/** Every message in `content/messages.yaml`, `rules`. */
export const ENQUIRY_RULES: readonly EnquiryRule[] = [
  ...VALUE_RULES,
  ...FIELDS.filter((field) => 'required' in field).map(({ name }) => requiredRule(name)),
];

/** The rule that a required field breaks while it is empty. */
export function requiredRule<Name extends string>(name: Name): `${Name}Required` {
  return `${name}Required`;
}
