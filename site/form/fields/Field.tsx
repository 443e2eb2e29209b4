import type { ReactNode } from 'react';
import type {
  ControlAttributes,
  Field as FieldEntry,
  VisibleFieldName,
} from '../../../enquiry/fields.ts';
import { useFormSettings } from '../form-settings.ts';
import styles from './Field.module.css';
import type { VisibleField } from './form-values.ts';

/**
 * Default attributes by kind; `enquiry/fields.ts` can add to them. A control with type=date or
 * type=number would discard invalid input ('80 à 100') and change by the mouse wheel. An iPhone's
 * numeric keyboard has no slash for a date.
 */
const KIND_ATTRIBUTES: Partial<Record<FieldEntry['kind'], ControlAttributes>> = {
  email: { type: 'email', spellCheck: false },
  line: { spellCheck: false },
  count: { inputMode: 'numeric' },
};

/** The specification gives this number (section 9). */
const TEXT_ROWS = 8;

export function fieldId(name: VisibleFieldName): string {
  return `enquiry-${name}`;
}

export interface FieldProps {
  field: VisibleField;
  error?: string | undefined;
  /** A remark that does not block submitting. */
  note?: string | undefined;
  /** Content beside the control. */
  children?: ReactNode;
}

/** Label, control and error message, connected for screen readers. */
export function Field({ field, error, note, children }: FieldProps) {
  const { texts } = useFormSettings();
  const { name, kind, required, width = 'half' } = field;
  const id = fieldId(name);
  const errorId = `${id}-error`;
  const noteId = `${id}-note`;
  const attributes = {
    ...KIND_ATTRIBUTES[kind],
    ...field.attributes,
    name,
    id,
    className: styles.input,
    'aria-required': required,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': note ? `${errorId} ${noteId}` : errorId,
  };
  const control = () => {
    if (kind === 'text') return <textarea rows={TEXT_ROWS} {...attributes} />;
    if (kind !== 'option') return <input {...attributes} />;
    const options: Partial<Record<string, string[]>> = texts.options;
    return (
      <select {...attributes}>
        <option value="">{texts.form.choose}</option>
        {options[name]?.map((option) => (
          // The option has its value as an attribute, because a translation changes the text.
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    );
  };
  const remark = note && (
    <p className={styles.note} id={noteId}>
      {note}
    </p>
  );
  return (
    <div className={styles.field} data-field={name} data-width={width}>
      <label className={styles.label} htmlFor={id}>
        <span>{texts.fields[name]}</span>
        {required && <span className={styles.star}>{' *'}</span>}
      </label>
      <div className={styles.control} data-kind={kind}>
        {control()}
        {children}
      </div>
      <div className={styles.below}>
        {/* The message appears after the field loses focus. */}
        <p className={styles.error} id={errorId} aria-live="polite">
          {error}
        </p>
        {/* The remark about a date is in a live region. A count of characters is not, because a
            screen reader would announce it at every key. */}
        {kind === 'date' ? <div aria-live="polite">{remark}</div> : remark}
      </div>
    </div>
  );
}
