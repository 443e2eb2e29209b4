import type { UseFormReturn } from 'react-hook-form';
import { FIELD_GROUPS, type FieldGroup } from '../../../enquiry/field.ts';
import type { EnquiryRule } from '../../../enquiry/fields.ts';
import { useFormContent } from '../form-content.tsx';
import { CharactersLeft } from './CharactersLeft.tsx';
import { charactersLeft } from './characters-left.ts';
import { DateField } from './DateField.tsx';
import { Field } from './Field.tsx';
import styles from './FieldGroups.module.css';
import { type FormValues, SHOWN_FIELDS, type ShownField } from './form-values.ts';
import { formatTypedDate, parseTypedDate } from './typed-date.ts';

const GROUP_WORDS = {
  you: 'groupYou',
  party: 'groupParty',
  message: 'groupMessage',
} as const satisfies Record<FieldGroup, string>;

interface FormFields {
  form: UseFormReturn<FormValues>;
  values: FormValues;
}

/** Every field, in the groups of the design brief: who you are, your party, your message. */
export function FieldGroups(props: FormFields) {
  const { words } = useFormContent();
  return FIELD_GROUPS.map((group) => (
    <fieldset key={group} className={styles.group} data-group={group}>
      <legend className={styles.legend}>{words.form[GROUP_WORDS[group]]}</legend>
      <div className={styles.fields}>
        {SHOWN_FIELDS.filter((field) => field.group === group).map((field) => (
          <ConnectedField key={field.name} field={field} {...props} />
        ))}
      </div>
    </fieldset>
  ));
}

function ConnectedField({ field, form, values }: FormFields & { field: ShownField }) {
  const { words, locale } = useFormContent();
  const { name } = field;
  const rule = form.formState.errors[name]?.message as EnquiryRule | undefined;
  const error = rule && words.rules[rule];
  if (field.kind === 'text') {
    const left = charactersLeft(values, name, locale);
    return (
      <Field
        field={field}
        registration={form.register(name)}
        // Not only once it is left: while one types is when it helps.
        error={left < 0 ? words.rules.tooLong : error}
        note={<CharactersLeft left={left} />}
      />
    );
  }
  if (field.kind !== 'date') {
    return <Field field={field} registration={form.register(name)} error={error} />;
  }
  const write = (text: string) =>
    form.setValue(name, text, { shouldValidate: true, shouldTouch: true });
  return (
    <DateField
      field={field}
      error={error}
      value={values[name] ?? ''}
      onChoose={write}
      registration={form.register(name, {
        // Shown back as it was understood: '05032027' becomes '05/03/2027'.
        onBlur: (event: { target: HTMLInputElement }) => {
          const date = parseTypedDate(event.target.value, locale);
          if (date && formatTypedDate(date) !== event.target.value) write(formatTypedDate(date));
        },
      })}
    />
  );
}
