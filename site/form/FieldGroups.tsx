import type { UseFormReturn } from 'react-hook-form';
import type { FieldRule } from '../../enquiry/enquiry.ts';
import type { FormValues } from '../../enquiry/payload.ts';
import { formatTypedDate, parseTypedDate } from '../../enquiry/typed-date.ts';
import { useSharedContent } from '../shared-content.tsx';
import { DateField } from './DateField.tsx';
import { Field } from './Field.tsx';
import styles from './FieldGroups.module.css';
import { FIELD_GROUPS, type FieldDescription } from './form-fields.ts';

/** Every field, in the groups of the design brief: who you are, your party, your message. */
export function FieldGroups(props: { form: UseFormReturn<FormValues>; values: FormValues }) {
  const { messages } = useSharedContent();
  return FIELD_GROUPS.map(({ group, fields }) => (
    <fieldset key={group} className={styles.group} data-group={group}>
      <legend className={styles.legend}>{messages.form[group]}</legend>
      <div className={styles.fields}>
        {fields.map((field) => (
          <ConnectedField key={field.name} field={field} {...props} />
        ))}
      </div>
    </fieldset>
  ));
}

function ConnectedField(props: {
  field: FieldDescription;
  form: UseFormReturn<FormValues>;
  values: FormValues;
}) {
  const { messages } = useSharedContent();
  const { field, form, values } = props;
  const rule = form.formState.errors[field.name]?.message as FieldRule | undefined;
  const error = rule && messages.rules[rule];
  if (field.control !== 'date') {
    return <Field field={field} registration={form.register(field.name)} error={error} />;
  }
  const write = (text: string) =>
    form.setValue('date', text, { shouldValidate: true, shouldTouch: true });
  return (
    <DateField
      field={field}
      error={error}
      value={values.date ?? ''}
      onChoose={write}
      registration={form.register('date', {
        // Shown back as it was understood: '05032027' becomes '05/03/2027'.
        onBlur: (event: { target: HTMLInputElement }) => {
          const date = parseTypedDate(event.target.value);
          if (date && formatTypedDate(date) !== event.target.value) write(formatTypedDate(date));
        },
      })}
    />
  );
}
