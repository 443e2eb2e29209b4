import type { VisibleField } from '../../enquiry/payload.ts';

/** The three parts of the form (design brief). Keys are those of `messages.form`. */
export type FieldGroup = 'groupYou' | 'groupParty' | 'groupMessage';

/** How wide a control is: what fits in it shows what it is for. */
export type FieldWidth = 'full' | 'half' | 'third' | 'two-thirds';

export interface FieldDescription {
  name: VisibleField;
  width: FieldWidth;
  control: 'input' | 'select' | 'textarea' | 'date';
  type?: 'email' | 'tel' | 'text';
  inputMode?: 'email' | 'tel' | 'numeric';
  /**
   * What browsers may fill in (HTML standard, 'Autofill'). Never 'off': a browser does not put back what
   * was typed in such a field when the visitor looks at another page and returns.
   */
  autoComplete?: string;
  /** Names start with a capital, addresses do not: what a phone's keyboard proposes. */
  autoCapitalize?: 'none' | 'words';
  spellCheck?: boolean;
}

export const REQUIRED_FIELDS: ReadonlySet<VisibleField> = new Set(['email', 'name', 'message']);

/** Every control of the form, in order (specification, section 2). */
export const FIELD_GROUPS: { group: FieldGroup; fields: FieldDescription[] }[] = [
  {
    group: 'groupYou',
    fields: [
      {
        name: 'email',
        width: 'full',
        control: 'input',
        type: 'email',
        inputMode: 'email',
        autoComplete: 'email',
        autoCapitalize: 'none',
        spellCheck: false,
      },
      {
        name: 'name',
        width: 'half',
        control: 'input',
        autoComplete: 'family-name',
        autoCapitalize: 'words',
        spellCheck: false,
      },
      {
        name: 'firstName',
        width: 'half',
        control: 'input',
        autoComplete: 'given-name',
        autoCapitalize: 'words',
        spellCheck: false,
      },
      { name: 'clientType', width: 'half', control: 'select' },
      { name: 'company', width: 'half', control: 'input', autoComplete: 'organization' },
      {
        name: 'street',
        width: 'two-thirds',
        control: 'input',
        autoComplete: 'address-line1',
        autoCapitalize: 'words',
      },
      // No autofill token means a house number, and Belgian ones have letters: '12 bus 3'.
      { name: 'number', width: 'third', control: 'input' },
      // A digits-only keyboard would lock out Dutch codes ('4561 AB').
      { name: 'postalCode', width: 'third', control: 'input', autoComplete: 'postal-code' },
      {
        name: 'city',
        width: 'two-thirds',
        control: 'input',
        autoComplete: 'address-level2',
        autoCapitalize: 'words',
      },
      {
        name: 'phone',
        width: 'half',
        control: 'input',
        type: 'tel',
        inputMode: 'tel',
        autoComplete: 'tel',
      },
      {
        name: 'vatNumber',
        width: 'half',
        control: 'input',
        spellCheck: false,
      },
    ],
  },
  {
    group: 'groupParty',
    fields: [
      { name: 'productType', width: 'half', control: 'select' },
      { name: 'date', width: 'half', control: 'date', inputMode: 'numeric' },
      { name: 'partyLocation', width: 'two-thirds', control: 'input' },
      // Not type=number: that control empties itself of '80 à 100' without a word, and a mouse
      // wheel over it changes the count unseen.
      {
        name: 'personCount',
        width: 'third',
        control: 'input',
        inputMode: 'numeric',
      },
    ],
  },
  {
    group: 'groupMessage',
    fields: [{ name: 'message', width: 'full', control: 'textarea' }],
  },
];

/** Anchor of a control, so that a link can lead to it. */
export function fieldId(name: VisibleField): string {
  return `enquiry-${name}`;
}
