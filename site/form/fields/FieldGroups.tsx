import { FIELD_GROUPS, type FieldGroup } from '../../../enquiry/field.ts';
import type { EnquiryRule, VisibleField } from '../../../enquiry/fields.ts';
import { useFormContent } from '../form-content.tsx';
import { CharactersLeft } from './CharactersLeft.tsx';
import { charactersLeft } from './characters-left.ts';
import { DateField } from './DateField.tsx';
import { Field } from './Field.tsx';
import styles from './FieldGroups.module.css';
import { type FormValues, SHOWN_FIELDS, type ShownField } from './form-values.ts';

const GROUP_WORDS = {
  you: 'groupYou',
  party: 'groupParty',
  message: 'groupMessage',
} as const satisfies Record<FieldGroup, string>;

interface FormFields {
  values: FormValues;
  errors: ReadonlyMap<VisibleField, EnquiryRule>;
  onWrite: (name: VisibleField, text: string) => void;
}

/** Every field, in the groups of the design brief: who you are, your party, your message. */
export function FieldGroups(props: FormFields) {
  const { words } = useFormContent();
  return (
    <div className={styles.groups}>
      {FIELD_GROUPS.map((group) => (
        <fieldset key={group} className={styles.group} data-group={group}>
          <legend className={styles.legend}>{words.form[GROUP_WORDS[group]]}</legend>
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
  const { words, locale } = useFormContent();
  const { field, values, errors, onWrite } = props;
  const { name } = field;
  const rule = errors.get(name);
  const error = rule && words.rules[rule];
  switch (field.kind) {
    case 'text': {
      const left = charactersLeft(values, name, locale);
      return (
        <Field
          field={field}
          // Not only once it is left: while one types is when it helps.
          error={left < 0 ? words.rules.tooLong : error}
          note={<CharactersLeft left={left} />}
        />
      );
    }
    case 'date': {
      const choose = (text: string) => onWrite(name, text);
      return <DateField field={field} error={error} value={values[name] ?? ''} onChoose={choose} />;
    }
    default:
      return <Field field={field} error={error} />;
  }
}
