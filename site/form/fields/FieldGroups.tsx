import { MAX_LENGTH } from '../../../enquiry/enquiry.ts';
import type { EnquiryRule, VisibleField } from '../../../enquiry/fields.ts';
import { FIELD_GROUPS, type FieldGroup } from '../../../enquiry/fields.ts';
import { fillIn } from '../../../enquiry/text.ts';
import { useForm } from '../form-context.tsx';
import { DateField } from './DateField.tsx';
import { Field } from './Field.tsx';
import styles from './FieldGroups.module.css';
import { type FormValues, SHOWN_FIELDS, type ShownField } from './form-values.ts';

const LEGENDS = {
  you: 'groupYou',
  party: 'groupParty',
  message: 'groupMessage',
} as const satisfies Record<FieldGroup, string>;

/** The character count appears when fewer characters than this are left. */
const COUNTED_FROM = 600;

interface FormFields {
  values: FormValues;
  errors: ReadonlyMap<VisibleField, EnquiryRule>;
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

function ConnectedField(props: FormFields & { field: ShownField }) {
  const { texts, locale } = useForm();
  const { field, values, errors, onWrite } = props;
  const { name } = field;
  const value = values[name] ?? '';
  const rule = errors.get(name);
  const error = rule && texts.rules[rule];
  switch (field.kind) {
    case 'text': {
      const left = MAX_LENGTH.text - value.length;
      const count = new Intl.NumberFormat(locale).format(Math.abs(left));
      const { charactersLeft, charactersOver } = texts.form;
      return (
        <Field
          field={field}
          // Shown while the visitor is still typing.
          error={left < 0 ? texts.rules.tooLong : error}
          note={
            left > COUNTED_FROM
              ? undefined
              : fillIn(left < 0 ? charactersOver : charactersLeft, { count })
          }
        />
      );
    }
    case 'date':
      return (
        <DateField
          field={field}
          error={error}
          value={value}
          onChoose={(text) => onWrite(name, text)}
        />
      );
    default:
      return <Field field={field} error={error} />;
  }
}
