import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { isPlaceholderText } from '../../../publish/content/placeholder-texts.ts';
import { type FieldPath, markupOf, type SchemaNode } from '../../../site/schema/content-walk.ts';
import type { MaybeValue, Value } from '../../shared/values.ts';
import { useDownloads, useQueryData } from '../api/queries.ts';
import { isFreeText } from '../draft/last-valid.ts';
import { messagesIn } from '../draft/valid-value.ts';
import { hrefOf } from '../navigation/route.ts';
import { LazyTextEditor } from '../rich-text/LazyTextEditor.tsx';
import { PAGE_PATHS_ID } from '../rich-text/PagePaths.tsx';
import { fieldKeyOf, setValue } from '../store/edits.ts';
import { useDeskState, useFindings } from '../store/use-desk-state.ts';
import { fieldId, optionLabel, readNumber, writeNumber } from './form-values.ts';
import { GrowingText } from './GrowingText.tsx';
import { RevertToOnline } from './RevertToOnline.tsx';

/** A field whose schema is unwrapped from `optional`. */
export interface FormField {
  isOptional: boolean;
  schema: SchemaNode;
  file: string;
  path: FieldPath;
  label: string;
  help: string | undefined;
  value: MaybeValue;
  /** The default value in its schema. */
  fallback: MaybeValue;
}

export function Control(props: FormField) {
  const { schema, file, path, label, fallback, isOptional } = props;
  const id = fieldId(file, path);
  const options = useOptions(schema);
  const hasNoFiles = useQueryData('GET /api/files')?.length === 0;
  // What was typed stays as it is: '12,5' must not turn into '12,50', nor '[V]' into a placeholder.
  const [typed, setTyped] = useState<string>();
  const { reference } = v.getMetadata(schema);
  const markup = markupOf(schema);
  const isCheckbox = schema.type === 'boolean';
  const isNumber = schema.type === 'number';
  // Whether a schema allows line breaks can only be found out by validating an example.
  const hasLines = v.is(schema, 'een\ntwee');
  const type = reference ? 'text' : inputType(schema);
  const value = props.value ?? fallback ?? '';
  const written = typeof value === 'number' ? writeNumber(value) : String(value);
  // Undo may have changed the value meanwhile.
  const isTyped = typed !== undefined && (readNumber(typed) ?? typed) === value;
  const text = isPlaceholderText(written) && typed !== written ? '' : written;
  const write = (to: Value) => {
    const isEmpty = to === '' || to === false;
    setValue(file, path, isOptional && isEmpty ? undefined : to, true);
  };
  const edit = (to: string) => {
    setTyped(to);
    write(to);
  };
  // A choice, a date, a time or a colour explains itself.
  const explainsItself = isCheckbox || options || type !== 'text';
  const help = explainsItself ? undefined : props.help;
  const common = {
    ...useFieldAttributes(file, path, help),
    'data-field': fieldKeyOf(file, path),
  };
  const field = {
    ...common,
    value: isTyped ? typed : text,
    placeholder: text === written ? undefined : written.slice(1, -1),
    onChange({ target }: { target: { value: string } }) {
      setTyped(target.value);
      write((isNumber ? readNumber(target.value) : undefined) ?? target.value);
    },
  };
  let control: ReactNode;
  if (isCheckbox) {
    control = <Checkbox {...common} label={label} isOn={value === true} onChange={write} />;
  } else if (reference === 'file' && hasNoFiles) {
    control = <a href={hrefOf('meer', 'bestanden')}>Zet eerst een bestand bij Bestanden</a>;
  } else if (options) {
    const others = options.includes(text) ? [] : [text];
    control = (
      <select {...field}>
        {isOptional && text !== '' && <option value="">–</option>}
        {[...others, ...options].map((option) => (
          <option key={option} value={option}>
            {optionLabel(option) || '–'}
          </option>
        ))}
      </select>
    );
  } else if (markup) {
    const attributes = { ...common, role: 'textbox', 'aria-labelledby': `${id}-label` };
    control = <LazyTextEditor text={text} markup={markup} attributes={attributes} onEdit={edit} />;
  } else if (isFreeText(schema) || hasLines) {
    control = <GrowingText {...field} isOneLine={!hasLines} />;
  } else {
    control = (
      <input
        {...field}
        // With `type="number"` the browser's language would decide whether it accepts '12,50'.
        inputMode={isNumber ? 'decimal' : undefined}
        type={type}
        list={reference === 'link' ? PAGE_PATHS_ID : undefined}
        onBlur={() => isNumber && setTyped(undefined)}
      />
    );
  }
  return (
    <FieldRow
      file={file}
      path={path}
      label={isCheckbox ? undefined : label}
      help={help}
      isOptional={isOptional && fallback === undefined}
      kind={type === 'color' ? type : undefined}
    >
      {control}
    </FieldRow>
  );
}

/** The attributes of the input in a `FieldRow`: screen readers announce its help and its errors. */
export function useFieldAttributes(file: string, path: FieldPath, help: string | undefined) {
  const hasFindings = useFindings(file, path).length > 0;
  const id = fieldId(file, path);
  const describedBy = descriptionIds(id, help, hasFindings);
  return {
    id,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(hasFindings && { 'aria-invalid': 'true' as const }),
  };
}

function descriptionIds(id: string, help: string | undefined, hasFindings: boolean) {
  return (
    [help && `${id}-help`, hasFindings && `${id}-problem`].filter(Boolean).join(' ') || undefined
  );
}

function useOptions(schema: SchemaNode): string[] | undefined {
  const desk = useDeskState();
  const downloads = useDownloads();
  const { reference } = v.getMetadata(schema);
  if (reference === 'file') return downloads.map(({ name }) => name);
  if (reference === 'subject') return messagesIn(desk).options.productType;
  return schema.type === 'picklist' ? schema.options?.map(String) : undefined;
}

export function Checkbox(props: {
  id?: string;
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const { label, isOn, onChange, ...attributes } = props;
  return (
    <label className="check">
      <input
        {...attributes}
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}

/** A field or group with its name, help and errors. */
export function FieldRow(
  props: Pick<FormField, 'file' | 'path' | 'help'> & {
    /** Undefined where the control has a label of its own. */
    label: string | undefined;
    isOptional?: boolean;
    isGroup?: boolean;
    /** Whether a row in the group shows its name. */
    isNamedInside?: boolean;
    /** 'color': its control is beside its name. */
    kind?: 'color' | undefined;
    children: ReactNode;
  },
) {
  const { file, path, label, help, isGroup } = props;
  const problems = useFindings(file, path).map(({ message }) => message);
  const id = fieldId(file, path);
  const Box = isGroup ? 'fieldset' : 'div';
  return (
    <Box
      className={isGroup ? 'group' : 'field'}
      data-control={props.kind}
      id={isGroup ? id : undefined}
      aria-describedby={isGroup ? descriptionIds(id, help, problems.length > 0) : undefined}
      // The edited page scrolls to its text.
      data-path={`${file} ${path.join('.')}`}
    >
      {isGroup && (
        <legend className={props.isNamedInside ? 'visually-hidden' : undefined}>{label}</legend>
      )}
      {!isGroup && label && (
        <label htmlFor={id} id={`${id}-label`}>
          {label}
          {props.isOptional && <span className="help"> (mag leeg)</span>}
        </label>
      )}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {!isGroup && props.children}
      {problems.length > 0 && (
        <>
          <p className="problem" id={`${id}-problem`} role="alert">
            {problems.join(' ')}
          </p>
          <RevertToOnline finding={{ file, path }} />
        </>
      )}
      {isGroup && props.children}
    </Box>
  );
}

function inputType(schema: SchemaNode) {
  if (v.is(schema, 'x')) return 'text';
  if (v.is(schema, '2027-08-01')) return 'date';
  if (v.is(schema, '09:00')) return 'time';
  return v.is(schema, '#a0b0c0') ? 'color' : 'text';
}
