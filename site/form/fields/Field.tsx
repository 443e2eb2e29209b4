import type { ReactNode } from 'react';
import type {
  ControlAttributes,
  Field as FieldEntry,
  VisibleField,
} from '../../../enquiry/fields.ts';
import { useForm } from '../form-context.ts';
import styles from './Field.module.css';
import type { ShownField } from './form-values.ts';

/** Default attributes by kind; `enquiry/fields.ts` can add to them. */
const KIND_ATTRIBUTES: Record<FieldEntry['kind'], ControlAttributes> = {
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  line: { type: 'text', spellCheck: false },
  text: {},
  option: {},
  // Not type=date or type=number: those controls discard invalid input ('80 à 100'), and the mouse
  // wheel changes them by accident. The numeric keyboard of an iPhone has no slash for a date.
  date: { type: 'text' },
  count: { type: 'text', inputMode: 'numeric' },
};

/** Specification, section 9. */
const TEXT_ROWS = 8;

/** Id of a field's control, for links to it. */
export function fieldId(name: VisibleField): string {
  return `enquiry-${name}`;
}

export interface FieldProps {
  field: ShownField;
  /** Error message for the visitor. */
  error?: string | undefined;
  /** A remark that does not block submitting. */
  note?: string | undefined;
  /** Content beside the control. */
  children?: ReactNode;
}

/** Label, control and error message, connected for screen readers. */
export function Field({ field, error, note, children }: FieldProps) {
  const { texts } = useForm();
  const { name, kind, required, width = 'half' } = field;
  const id = fieldId(name);
  const options: Partial<Record<string, string[]>> = texts.options;
  const attributes = {
    ...KIND_ATTRIBUTES[kind],
    ...field.attributes,
    name,
    id,
    className: styles.input,
    'aria-required': required,
    // Their input can be invalid, also if they are not required.
    'data-checked': kind === 'date' || kind === 'count' || undefined,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': `${id}-error${note ? ` ${id}-note` : ''}`,
  };
  return (
    <div className={styles.field} data-field={name} data-width={width}>
      <label className={styles.label} htmlFor={id}>
        {texts.fields[name]}
        {required && (
          <>
            {' '}
            <span className={styles.star}>*</span>
          </>
        )}
      </label>
      <div className={styles.control}>
        {kind === 'text' ? (
          <textarea rows={TEXT_ROWS} {...attributes} />
        ) : kind === 'option' ? (
          <select {...attributes}>
            <option value="">{texts.form.choose}</option>
            {options[name]?.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        ) : (
          <input {...attributes} />
        )}
        {children}
      </div>
      <div className={styles.below}>
        {/* A live region, because the message appears after the field loses focus. */}
        <p className={styles.error} id={`${id}-error`} aria-live="polite">
          {error}
        </p>
        {note && (
          <p className={styles.note} id={`${id}-note`}>
            {note}
          </p>
        )}
      </div>
    </div>
  );
}
