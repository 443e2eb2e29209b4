import { MAX_LENGTH } from '../../../enquiry/enquiry.ts';
import { FIELD_GROUPS, type VisibleField } from '../../../enquiry/fields.ts';
import { fillIn } from '../../../enquiry/text.ts';
import { useForm } from '../form-context.ts';
import { DateField } from './DateField.tsx';
import { Field } from './Field.tsx';
import styles from './FieldGroups.module.css';
import { type FormValues, SHOWN_FIELDS, type ShownField, type WrongFields } from './form-values.ts';

const LEGENDS = { you: 'groupYou', party: 'groupParty', message: 'groupMessage' } as const;

/** The character count appears when fewer characters than this are left. */
const COUNTED_FROM = 600;

interface FormFields {
  values: FormValues;
  errors: WrongFields;
  onWrite: (name: VisibleField, text: string) => void;
}

/** Every field, in the groups of the design brief: who you are, your party, your message. */
export function FieldGroups(props: FormFields) {
  const { texts } = useForm();
  return (
    <div className={styles.groups}>
      {FIELD_GROUPS.map((group) => (
        <fieldset key={group} className={styles.group} data-group={group}>
          <legend className={styles.legend}>{texts.form[LEGENDS[group]]}</legend>
          <div className={styles.fields}>
            {SHOWN_FIELDS.filter((field) => field.group === group).map((field) => (
              <ConnectedField key={field.name} field={field} {...props} />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

function ConnectedField({ field, values, errors, onWrite }: FormFields & { field: ShownField }) {
  const { texts, locale } = useForm();
  const { name, kind } = field;
  const value = values[name] ?? '';
  const rule = errors.get(name);
  const error = rule && texts.rules[rule];
  if (kind === 'date') {
    const choose = (text: string) => onWrite(name, text);
    return <DateField field={field} error={error} value={value} onChoose={choose} />;
  }
  const left = MAX_LENGTH.text - value.length;
  if (kind !== 'text' || left > COUNTED_FROM) return <Field field={field} error={error} />;
  const { charactersLeft, charactersOver } = texts.form;
  const count = new Intl.NumberFormat(locale).format(Math.abs(left));
  return (
    <Field
      field={field}
      // Shown while the visitor is still typing.
      error={left < 0 ? texts.rules.tooLong : error}
      note={fillIn(left < 0 ? charactersOver : charactersLeft, { count })}
    />
  );
}
