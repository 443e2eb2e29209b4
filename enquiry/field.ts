/**
 * An entry of {@link FIELDS} (`fields.ts`). Schema, types, form, messages, payload and both mails
 * are derived from these entries.
 */
export type Field = Basis & (FreeText | DateOrCount | Select) & (Visible | Invisible);

interface Basis {
  /** Wire name: the key in the request's JSON. */
  name: string;
  /** `content/messages.yaml` may override it: `fields`, under the field's name. */
  label: string;
}

interface FreeText {
  /** `line`: at most 200 characters on one line. `text`: several lines, at most 4 000. */
  kind: 'email' | 'line' | 'text';
  /** Never in the confirmation: the form could be abused to send any text to anyone. */
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
  /** Width of its control, as a hint for the length of the input. */
  width: 'full' | 'half' | 'third' | 'two-thirds';
  /** If empty, it breaks the rule `<name>Required`. Default: optional. */
  required?: true;
  /** Added to the attributes that its kind gives the control. */
  attributes?: ControlAttributes;
}

/** Part of the wire format without a control, so it cannot be required. */
interface Invisible {
  group?: never;
  required?: never;
}

/** The groups of the form, in order (design brief). */
export const FIELD_GROUPS = ['you', 'party', 'message'] as const;

export type FieldGroup = (typeof FIELD_GROUPS)[number];

/** Attributes of a control (HTML standard), under the names React gives them. */
export interface ControlAttributes {
  type?: 'email' | 'tel' | 'text';
  inputMode?: 'email' | 'tel' | 'numeric';
  /**
   * Autofill token. Never 'off', because the browser would then not restore values after a back
   * navigation.
   */
  autoComplete?: string;
  /** Capitalisation by a phone's keyboard. */
  autoCapitalize?: 'none' | 'words';
  spellCheck?: boolean;
}
