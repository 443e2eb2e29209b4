/**
 * What an entry of {@link FIELDS} (`fields.ts`) can say about a field of the enquiry. Schema, types,
 * form, messages, payload and both mails follow from the entries; nothing else names every field.
 */
export type Field = Basis & (FreeText | OwnValue) & (Visible | Invisible);

interface Basis {
  /**
   * Its name in the payload, a key of the request's JSON. Its label stands under the same name in
   * `content/messages.yaml`, `fields`.
   */
  name: string;
  /**
   * Where it stands in the caterer's mail: the smallest number first, texts of several lines after
   * all others. Steps of ten leave room in between.
   */
  mailPlace: number;
}

interface FreeText {
  /** `line`: at most 200 characters on one line. `text`: several lines, at most 6 000. */
  kind: 'email' | 'line' | 'text';
  /** Never: the form could be used to mail anything to anyone (decisions, 'The API'). */
  inConfirmation?: never;
}

interface OwnValue {
  /**
   * `option`: one of the caterer's own list, in `content/messages.yaml`, `options`. `date`: a day
   * that exists, `5-3-2027`. `count`: a whole number, as a number.
   */
  kind: 'option' | 'date' | 'count';
  /** The confirmation to the visitor repeats it. Default: no. */
  inConfirmation?: true;
}

interface Visible {
  /** The part of the form it stands in. */
  group: FieldGroup;
  /** How wide its control is: what fits in it shows what it is for. */
  width: 'full' | 'half' | 'third' | 'two-thirds';
  /**
   * Blocks the button and the server while empty, with the message under `<name>Required` in
   * `content/messages.yaml`, `rules`. Default: optional.
   */
  required?: true;
  /** What the control has besides what its kind gives it. */
  attributes?: ControlAttributes;
}

/** Part of the contract, without a control. It cannot be required: nobody could fill it in. */
interface Invisible {
  group?: never;
  required?: never;
}

/** The parts of the form, in order (design brief): who you are, your party, your message. */
export const FIELD_GROUPS = ['you', 'party', 'message'] as const;

export type FieldGroup = (typeof FIELD_GROUPS)[number];

/** Attributes of a control (HTML standard), under the names React gives them. */
export interface ControlAttributes {
  type?: 'email' | 'tel' | 'text';
  inputMode?: 'email' | 'tel' | 'numeric';
  /**
   * What browsers may fill in. Never 'off': a browser does not put back what was typed in such a
   * field when the visitor looks at another page and returns.
   */
  autoComplete?: string;
  /** What a phone's keyboard proposes: names start with a capital, e-mail addresses do not. */
  autoCapitalize?: 'none' | 'words';
  spellCheck?: boolean;
}
