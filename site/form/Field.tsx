import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { CLIENT_TYPES, PRODUCT_TYPES } from '../../enquiry/enquiry.ts';
import { useSharedContent } from '../shared-content.tsx';
import styles from './Field.module.css';
import { type FieldDescription, fieldId, REQUIRED_FIELDS } from './form-fields.ts';

interface FieldProps {
  field: FieldDescription;
  registration: UseFormRegisterReturn;
  /** What is wrong, in the visitor's words. */
  error?: string | undefined;
  /** A remark that stops nothing. */
  note?: string | undefined;
  /** Stands beside the control. */
  children?: ReactNode;
}

/** Label, control, and below it what is wrong, all tied together for screen readers. */
export function Field({ field, registration, error, note, children }: FieldProps) {
  const { messages } = useSharedContent();
  const id = fieldId(field.name);
  const isRequired = REQUIRED_FIELDS.has(field.name);
  return (
    <div className={styles.field} data-field={field.name} data-width={field.width}>
      <label className={styles.label} htmlFor={id}>
        {messages.fields[field.name]}
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
            ...registration,
            id,
            className: styles.input,
            autoComplete: field.autoComplete,
            'aria-required': isRequired || undefined,
            'aria-invalid': error !== undefined || undefined,
            'aria-describedby': `${id}-error${note ? ` ${id}-note` : ''}`,
          }}
        />
        {children}
      </div>
      <p className={styles.error} id={`${id}-error`}>
        {error}
      </p>
      {note && (
        <p className={styles.note} id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

type ControlAttributes = UseFormRegisterReturn & { id: string; [attribute: string]: unknown };

function Control(props: { field: FieldDescription; attributes: ControlAttributes }) {
  const { messages } = useSharedContent();
  const { field, attributes } = props;
  switch (field.control) {
    case 'textarea':
      return <textarea rows={8} {...attributes} />;
    case 'select':
      return (
        <select {...attributes}>
          <option value="">{messages.form.choose}</option>
          {(field.name === 'clientType' ? CLIENT_TYPES : PRODUCT_TYPES).map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      );
    default:
      return (
        <input
          type={field.type ?? 'text'}
          inputMode={field.inputMode}
          autoCapitalize={field.autoCapitalize}
          spellCheck={field.spellCheck}
          {...attributes}
        />
      );
  }
}
