import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { type FieldPath, markupOf, type SchemaNode } from '../../../site/content-walk.ts';
import type { Value } from '../../operations.ts';
import { isPlaceholder } from '../../placeholder.ts';
import { messagesOf, set, useDesk, useDownloads, useFindings } from '../desk.ts';
import { PhotosField } from '../photos/Photos.tsx';
import { PLACES_ID, RichTextEditor } from '../rich-text/RichTextEditor.tsx';
import { hrefOf } from '../route.ts';
import { fieldId, optionLabel, readNumber, writeNumber } from './form-values.ts';

/** A field of which the schema is not optional any more. */
export interface RequiredField {
  schema: SchemaNode;
  file: string;
  path: FieldPath;
  label: string;
  help: string | undefined;
  value: Value | undefined;
  /** What holds while the file has no value. */
  fallback: Value | undefined;
}

/** One value, in the control that its schema asks for. */
export function Control(props: RequiredField & { isOptional: boolean }) {
  const { schema, file, path, label, fallback, isOptional } = props;
  const id = fieldId(file, path);
  const hasFindings = useFindings(file, path).length > 0;
  const options = useOptions(schema);
  const { reference } = v.getMetadata(schema);
  const markup = markupOf(schema);
  const type = reference ? 'text' : inputType(schema);
  const value = props.value ?? fallback ?? null;
  const written = String(value ?? '');
  const text = isPlaceholder(written) ? '' : written;
  const write = (to: Value, empty: Value = '') =>
    set(file, path, isOptional && to === empty ? undefined : to, true);
  const common = {
    id,
    'aria-describedby': `${id}-help ${id}-problem`,
    ...(hasFindings && { 'aria-invalid': 'true' as const }),
  };
  const field = {
    ...common,
    value: text,
    placeholder: text === written ? undefined : written.slice(1, -1),
    onChange: ({ target }: { target: { value: string } }) => write(target.value),
  };
  // Nothing wrong can be chosen, so there is nothing to explain.
  const help = options || type !== 'text' || reference === 'photo' ? undefined : props.help;
  const isTick = schema.type === 'boolean';
  let control: ReactNode;
  if (isTick) {
    const onChange = (isOn: boolean) => write(isOn, false);
    control = <Tick {...common} label={label} isOn={value === true} onChange={onChange} />;
  } else if (reference === 'photo') {
    control = <PhotosField file={file} path={path} isSingle />;
  } else if (reference === 'file' && options?.length === 0) {
    control = <a href={hrefOf('meer', 'bestanden')}>Zet eerst een bestand bij Bestanden</a>;
  } else if (options) {
    const isOther = !options.includes(text);
    control = (
      <select {...field}>
        {(isOptional || isOther) && <option value="">–</option>}
        {isOther && text !== '' && <option>{text}</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {optionLabel(option)}
          </option>
        ))}
      </select>
    );
  } else if (schema.type === 'number') {
    control = <NumberInput {...common} value={value} onWrite={(to) => write(to, null)} />;
  } else if (markup) {
    const attributes = { ...common, role: 'textbox', 'aria-labelledby': `${id}-label` };
    control = <RichTextEditor {...{ text, markup, attributes }} onEdit={write} />;
  } else if (v.is(schema, 'een\ntwee')) {
    control = <textarea {...field} rows={1} />;
  } else {
    control = <input {...field} type={type} list={reference === 'link' ? PLACES_ID : undefined} />;
  }
  return (
    <FieldRow
      {...{ file, path, help }}
      label={isTick ? undefined : label}
      isOptional={isOptional && fallback === undefined}
    >
      {control}
    </FieldRow>
  );
}

/** What may be chosen; undefined where it is written. */
function useOptions(schema: SchemaNode): string[] | undefined {
  const { files } = useDesk();
  const downloads = useDownloads();
  const { reference } = v.getMetadata(schema);
  if (reference === 'file') return downloads.map(({ name }) => name);
  if (reference === 'subject') return messagesOf(files).options.productType;
  return schema.type === 'picklist' ? schema.options?.map(String) : undefined;
}

export function Tick(props: {
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

/** One field: its name, its control, its help, and what is wrong with it. */
export function FieldRow(props: {
  file: string;
  path: FieldPath;
  /** Absent where the control has its own. */
  label: string | undefined;
  help: string | undefined;
  isOptional?: boolean;
  children: ReactNode;
}) {
  const { file, path, label, help, isOptional } = props;
  const id = fieldId(file, path);
  return (
    // The canvas shows its text while the field is in use.
    <div className="field" data-place={`${file} ${path.join('.')}`}>
      {label && (
        <label htmlFor={id} id={`${id}-label`}>
          {label}
          {isOptional && <span className="help"> (mag leeg)</span>}
        </label>
      )}
      {props.children}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      <Problems file={file} path={path} />
    </div>
  );
}

export function Problems({ file, path }: { file: string; path: FieldPath }) {
  const findings = useFindings(file, path);
  if (findings.length === 0) return null;
  return (
    <p className="problem" id={`${fieldId(file, path)}-problem`} role="alert">
      {findings.map(({ message }) => message).join(' ')}
    </p>
  );
}

/** A number as text: a browser's own number field reads '12,50' by its language. */
function NumberInput(props: { value: Value; onWrite: (value: Value) => void }) {
  const { value, onWrite, ...attributes } = props;
  const [typed, setTyped] = useState<string>();
  const shown = typeof value === 'number' ? writeNumber(value) : String(value ?? '');
  return (
    <input
      {...attributes}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? shown}
      onChange={({ target }) => {
        setTyped(target.value);
        onWrite(target.value.trim() === '' ? null : (readNumber(target.value) ?? target.value));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

function inputType(schema: SchemaNode): string {
  const examples = { text: 'x', date: '2027-08-01', time: '09:00', color: '#a0b0c0' };
  return Object.entries(examples).find(([, example]) => v.is(schema, example))?.[0] ?? 'text';
}
