import type { ReactNode } from 'react';
import type {
  ControlAttributes,
  Field as FieldEntry,
  VisibleField,
} from '../../../enquiry/fields.ts';
import { useForm } from '../form-context.tsx';
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

/** Kinds whose input can be invalid, besides required fields. */
const CHECKED_KINDS: FieldEntry['kind'][] = ['date', 'count'];

/** Specification, section 9. */
const TEXT_ROWS = 8;

/** Id of a field's control, for links to it. */
export function fieldId(name: VisibleField): string {
  return `enquiry-${name}`;
}

interface FieldProps {
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
  const id = fieldId(field.name);
  const isRequired = field.required ?? false;
  return (
    <div className={styles.field} data-field={field.name} data-width={field.width ?? 'half'}>
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
            ...field.attributes,
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
          {(texts.options as Partial<Record<string, string[]>>)[field.name]?.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      );
    default:
      return <input {...attributes} />;
  }
}
