import { MAX_LENGTH } from '../../../enquiry/enquiry.ts';
import { FIELD_GROUPS, type VisibleFieldName } from '../../../enquiry/fields.ts';
import { fillIn } from '../../../release/text.ts';
import { useFormSettings } from '../form-settings.ts';
import { DateField } from './DateField.tsx';
import { Field } from './Field.tsx';
import styles from './FieldGroups.module.css';
import {
  type FormValues,
  type InvalidFields,
  VISIBLE_FIELDS,
  type VisibleField,
} from './form-values.ts';

const LEGENDS = {
  you: 'groupYou',
  party: 'groupParty',
  message: 'groupMessage',
} as const;

/** The count appears when fewer characters than this are left. */
const COUNTED_FROM = 600;

interface FieldGroupsProps {
  values: FormValues;
  errors: InvalidFields;
  onWrite: (name: VisibleFieldName, text: string) => void;
}

export function FieldGroups(props: FieldGroupsProps) {
  const { texts } = useFormSettings();
  const fieldsOf = (group: string) => VISIBLE_FIELDS.filter((field) => field.group === group);
  return (
    <div className={styles.groups}>
      {FIELD_GROUPS.map((group) => (
        <fieldset key={group} className={styles.group} data-group={group}>
          <legend className={styles.legend}>{texts.form[LEGENDS[group]]}</legend>
          <div className={styles.fields}>
            {fieldsOf(group).map((field) => (
              <ConnectedField key={field.name} field={field} {...props} />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

function ConnectedField(props: FieldGroupsProps & { field: VisibleField }) {
  const { field, values, errors, onWrite } = props;
  const { texts } = useFormSettings();
  const { name, kind } = field;
  const value = values[name] ?? '';
  const rule = errors.get(name);
  const error = rule && texts.rules[rule];
  if (kind === 'date') {
    const choose = (text: string) => onWrite(name, text);
    return <DateField field={field} error={error} value={value} onChoose={choose} />;
  }
  if (kind === 'text') return <LongField field={field} error={error} length={value.length} />;
  return <Field field={field} error={error} />;
}

/** A field of several lines, which counts the characters near its maximum length. */
function LongField(props: { field: VisibleField; error: string | undefined; length: number }) {
  const { texts, locale } = useFormSettings();
  const { charactersLeft, charactersOver, oneCharacterLeft, oneCharacterOver } = texts.form;
  const left = MAX_LENGTH.text - props.length;
  const isTooLong = left < 0;
  const [one, several] = isTooLong
    ? [oneCharacterOver, charactersOver]
    : [oneCharacterLeft, charactersLeft];
  // This is called only when the count is shown: the first number format takes a phone more than 50
  // ms.
  const describeLeft = () => {
    const distance = Math.abs(left);
    if (distance === 1) return one;
    return fillIn(several, { count: distance.toLocaleString(locale) });
  };
  return (
    <Field
      field={props.field}
      // This error is shown while the visitor is still typing.
      error={isTooLong ? texts.rules.tooLong : props.error}
      note={left > COUNTED_FROM ? undefined : describeLeft()}
    />
  );
}
