/**
 * The form's fields. The schema, types, form, messages, payload and both mails are derived from
 * them.
 */
export type Field = BaseField & (VisibleProperties | InvisibleProperties);

interface BaseField {
  /** Wire name: the key in the request's JSON. */
  name: string;
  /** The default label. `content/messages.yaml` may override it, under `fields`. */
  label: string;
  /** Wire format and rules of each kind: `README.md`. */
  kind: 'email' | 'line' | 'text' | 'option' | 'date' | 'count';
  /** The options of kind 'option'. `content/messages.yaml` may override them, under `options`. */
  options?: readonly string[];
}

export interface VisibleProperties {
  group: (typeof FIELD_GROUPS)[number];
  /** The width of the control, which hints at the length of the input. Default: half. */
  width?: 'full' | 'half' | 'third' | 'two-thirds';
  /** An empty required field breaks the rule `<name>Required`. Default: optional. */
  required?: true;
  /** Attributes of the control, in addition to those of the field's kind. */
  attributes?: ControlAttributes;
}

/** A part of the wire format that has no control, so it cannot be required. */
interface InvisibleProperties {
  group?: never;
  required?: never;
}

/** The groups of the form, in order (design brief). */
export const FIELD_GROUPS = ['you', 'party', 'message'] as const;

/** Attributes of a control (HTML standard), under the names React gives them. */
export interface ControlAttributes {
  type?: 'email' | 'tel' | 'text';
  inputMode?: 'email' | 'tel' | 'numeric';
  /** The value is never 'off': the browser would not restore the field after a back navigation. */
  autoComplete?: string;
  /** How a phone's keyboard capitalises. */
  autoCapitalize?: 'none' | 'words';
  spellCheck?: boolean;
}

/**
 * Every field, in the order of the form (specification, sections 2 and 3), with default labels and
 * options. A new field is one entry here.
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
    attributes: { autoComplete: 'family-name', autoCapitalize: 'words' },
  },
  {
    name: 'firstName',
    label: 'Voornaam',
    kind: 'line',
    group: 'you',
    attributes: { autoComplete: 'given-name', autoCapitalize: 'words' },
  },
  {
    name: 'clientType',
    label: 'Voor',
    kind: 'option',
    options: ['Bedrijf', 'Particulier', 'Organisatie', 'Vereniging'],
    group: 'you',
  },
  {
    name: 'company',
    label: 'Bedrijf',
    kind: 'line',
    group: 'you',
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
  // No autofill token exists for a house number, and Belgian numbers contain letters ('12 bus 3').
  { name: 'number', label: 'Huisnummer', kind: 'line', group: 'you', width: 'third' },
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
    attributes: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  },
  { name: 'vatNumber', label: 'BTW nummer', kind: 'line', group: 'you' },
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
  },
  { name: 'date', label: 'Datum (dd/mm/jjjj)', kind: 'date', group: 'party' },
  { name: 'partyLocation', label: 'Locatie', kind: 'line', group: 'party', width: 'two-thirds' },
  { name: 'personCount', label: 'Aantal personen', kind: 'count', group: 'party', width: 'third' },
  // The contract contains these two, but the form has no control for them (specification, section
  // 3).
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
export type VisibleFieldName = Extract<AnyField, { group: string }>['name'];
export type RequiredFieldName = Extract<AnyField, { required: true }>['name'];
type OptionFieldName = Extract<AnyField, { kind: 'option' }>['name'];

/** People do not see this field. A program that fills it in marks its enquiry as possible spam. */
export const HONEYPOT = 'website';

/**
 * The two keys of the payload that both carry the captcha's result (interpretation, 'Contact
 * form').
 */
export const CAPTCHA_KEYS = ['token', 'recaptcha'] as const;

/** The field that a link to the form can fill in: '/info?betreft=Walking%20dinner'. */
export const SUBJECT_FIELD = 'productType' satisfies OptionFieldName;
export const SUBJECT_PARAMETER = 'betreft';

const VALUE_RULES = {
  emailInvalid: 'Dit is geen geldige email',
  captchaRequired: 'Dit veld is verplicht',
  dateInvalid: 'Dit is geen geldige datum',
  countInvalid: 'Dit is geen geldig aantal',
  countNotOne: 'Vul één getal in, bijvoorbeeld 80. Twijfel je nog? Schrijf het in je bericht.',
  tooLong: 'Deze tekst is te lang',
  charactersInvalid: 'Hier staan tekens die we niet kunnen lezen',
} as const;

/** Why a field was refused. */
export type EnquiryRule = keyof typeof VALUE_RULES | `${RequiredFieldName}Required`;

/** Default messages (specification, section 5). `content/messages.yaml` may override them. */
export const RULE_MESSAGES = { ...VALUE_RULES } as Record<EnquiryRule, string>;
for (const field of FIELDS) {
  if ('required' in field) RULE_MESSAGES[requiredRule(field.name)] = `${field.label} is verplicht`;
}

export function requiredRule<Name extends string>(name: Name): `${Name}Required` {
  return `${name}Required`;
}
