/**
 * An entry of {@link FIELDS} (`fields.ts`). Schema, types, form, messages, payload and both mails are
 * derived from the entries; nothing else names every field.
 */
export type Field = Basis & (FreeText | DateOrCount | Select) & (Visible | Invisible);

interface Basis {
  /** Its name in the payload, a key of the request's JSON. */
  name: string;
  /** `content/messages.yaml` may override it: `fields`, under the field's name. */
  label: string;
}

interface FreeText {
  /** `line`: at most 200 characters on one line. `text`: several lines, at most 4 000. */
  kind: 'email' | 'line' | 'text';
  /** Never: the form could be used to mail anything to anyone. */
  inConfirmation?: never;
  options?: never;
}

interface DateOrCount {
  /** `date`: a day that exists, `5-3-2027`. `count`: a whole number, as a number. */
  kind: 'date' | 'count';
  /** The confirmation to the visitor repeats it. Default: no. */
  inConfirmation?: true;
  options?: never;
}

interface Select {
  kind: 'option';
  /** `content/messages.yaml` may override them: `options`, under the field's name. */
  options: readonly string[];
  /** As of {@link DateOrCount}. */
  inConfirmation?: true;
}

interface Visible {
  group: FieldGroup;
  /** Width of its control: it hints at how much to type. */
  width: 'full' | 'half' | 'third' | 'two-thirds';
  /** While empty it breaks the rule `<name>Required`. Default: optional. */
  required?: true;
  /** Added to the attributes that its kind gives the control. */
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
   * What browsers may fill in. Never 'off': a browser would not restore what was typed when the
   * visitor opens another page and returns.
   */
  autoComplete?: string;
  /** What a phone's keyboard proposes: names start with a capital, e-mail addresses do not. */
  autoCapitalize?: 'none' | 'words';
  spellCheck?: boolean;
}
