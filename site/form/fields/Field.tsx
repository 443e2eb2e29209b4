import type { ReactNode } from 'react';
import type { ControlAttributes, Field as FieldEntry } from '../../../enquiry/field.ts';
import type { VisibleField } from '../../../enquiry/fields.ts';
import { useForm } from '../form-context.tsx';
import styles from './Field.module.css';
import type { ShownField } from './form-values.ts';

/** What every control of a kind has; an entry in `enquiry/fields.ts` can add to it. */
const KIND_ATTRIBUTES: Record<FieldEntry['kind'], ControlAttributes> = {
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  line: { type: 'text' },
  text: {},
  option: {},
  // Neither type=date nor type=number: those controls empty themselves of what they cannot read
  // ('80 à 100'), and a mouse wheel over one changes it unseen. The numeric keyboard of an iPhone has
  // no slash for a date.
  date: { type: 'text' },
  count: { type: 'text', inputMode: 'numeric' },
};

/** Besides what is required: what may be filled in wrong. */
const CHECKED_KINDS: FieldEntry['kind'][] = ['date', 'count'];

/** Specification, section 9. */
const TEXT_ROWS = 8;

/** Anchor of a control, so that a link can lead to it. */
export function fieldId(name: VisibleField): string {
  return `enquiry-${name}`;
}

interface FieldProps {
  field: ShownField;
  /** What is wrong, in the visitor's words. */
  error?: string | undefined;
  /** A remark that stops nothing. */
  note?: string | undefined;
  /** Stands beside the control. */
  children?: ReactNode;
}

/** Label, control, and below it what is wrong, all tied together for screen readers. */
export function Field({ field, error, note, children }: FieldProps) {
  const { texts } = useForm();
  const id = fieldId(field.name);
  const isRequired = 'required' in field;
  return (
    <div className={styles.field} data-field={field.name} data-width={field.width}>
      <label className={styles.label} htmlFor={id}>
        {texts.fields[field.name]}
        {isRequired && (
          <>
            {' '}
            <span className={styles.star}>*</span>
          </>
        )}
      </label>
      <div className={styles.control}>
        <Control
          field={field}
          attributes={{
            ...KIND_ATTRIBUTES[field.kind],
            ...('attributes' in field && field.attributes),
            name: field.name,
            id,
            className: styles.input,
            'aria-required': isRequired || undefined,
            'data-checked': CHECKED_KINDS.includes(field.kind) || undefined,
            'aria-invalid': error !== undefined || undefined,
            'aria-describedby': `${id}-error${note ? ` ${id}-note` : ''}`,
          }}
        />
        {children}
      </div>
      <div className={styles.below}>
        {/* Live: the message comes after the visitor has left the field. */}
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

type Attributes = { name: string; id: string; [attribute: string]: unknown };

function Control({ field, attributes }: { field: ShownField; attributes: Attributes }) {
  const { texts } = useForm();
  switch (field.kind) {
    case 'text':
      return <textarea rows={TEXT_ROWS} {...attributes} />;
    case 'option':
      return (
        <select {...attributes}>
          <option value="">{texts.form.choose}</option>
          {texts.options[field.name].map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      );
    default:
      return <input {...attributes} />;
  }
}
