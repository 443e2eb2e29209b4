import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { type FieldPath, markupOf, type SchemaNode } from '../../../site/content-walk.ts';
import { isPlaceholder } from '../../placeholder.ts';
import type { Value } from '../../values.ts';
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
  // Of a number, while it is typed: '12,5' must not become '12,50' at once.
  const [typed, setTyped] = useState<string>();
  const { reference } = v.getMetadata(schema);
  const markup = markupOf(schema);
  const isTick = schema.type === 'boolean';
  const isNumber = schema.type === 'number';
  const type = reference ? 'text' : inputType(schema);
  const value = props.value ?? fallback ?? '';
  const written = typeof value === 'number' ? writeNumber(value) : String(value);
  const text = isPlaceholder(written) ? '' : written;
  const write = (to: Value) =>
    set(file, path, isOptional && (to === '' || to === false) ? undefined : to, true);
  const common = {
    id,
    'aria-describedby': `${id}-help ${id}-problem`,
    ...(hasFindings && { 'aria-invalid': 'true' as const }),
  };
  const field = {
    ...common,
    value: typed ?? text,
    placeholder: text === written ? undefined : written.slice(1, -1),
    onChange({ target }: { target: { value: string } }) {
      if (isNumber) setTyped(target.value);
      write((isNumber ? readNumber(target.value) : undefined) ?? target.value);
    },
  };
  let control: ReactNode;
  if (isTick) {
    control = <Tick {...common} label={label} isOn={value === true} onChange={write} />;
  } else if (reference === 'photo') {
    control = <PhotosField file={file} path={path} isSingle />;
  } else if (reference === 'file' && options?.length === 0) {
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
    control = <RichTextEditor {...{ text, markup, attributes }} onEdit={write} />;
  } else if (v.is(schema, 'een\ntwee')) {
    control = <textarea {...field} rows={1} />;
  } else {
    control = (
      <input
        {...field}
        // A browser's own number field reads '12,50' by its language.
        inputMode={isNumber ? 'decimal' : undefined}
        type={type}
        list={reference === 'link' ? PLACES_ID : undefined}
        onBlur={() => setTyped(undefined)}
      />
    );
  }
  // Nothing wrong can be chosen, so there is nothing to explain.
  const isChosen = options || type !== 'text' || reference === 'photo';
  return (
    <FieldRow
      {...{ file, path }}
      label={isTick ? undefined : label}
      help={isChosen ? undefined : props.help}
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

/** One field or one group of fields: its name, its control, its help, and what is wrong with it. */
export function FieldRow(
  props: Pick<RequiredField, 'file' | 'path' | 'help'> & {
    /** Absent where the control has its own. */
    label: string | undefined;
    isOptional?: boolean;
    isGroup?: boolean;
    children: ReactNode;
  },
) {
  const { file, path, label, isGroup, children } = props;
  const findings = useFindings(file, path);
  const id = fieldId(file, path);
  const help = props.help && (
    <p className="help" id={`${id}-help`}>
      {props.help}
    </p>
  );
  const problem = findings.length > 0 && (
    <p className="problem" id={`${id}-problem`} role="alert">
      {findings.map(({ message }) => message).join(' ')}
    </p>
  );
  if (isGroup) {
    return (
      <fieldset className="group" id={id}>
        <legend>{label}</legend>
        {help}
        {problem}
        {children}
      </fieldset>
    );
  }
  return (
    // The canvas shows its text while the field is in use.
    <div className="field" data-place={`${file} ${path.join('.')}`}>
      {label && (
        <label htmlFor={id} id={`${id}-label`}>
          {label}
          {props.isOptional && <span className="help"> (mag leeg)</span>}
        </label>
      )}
      {children}
      {help}
      {problem}
    </div>
  );
}

function inputType(schema: SchemaNode): string {
  const examples = { text: 'x', date: '2027-08-01', time: '09:00', color: '#a0b0c0' };
  return Object.entries(examples).find(([, example]) => v.is(schema, example))?.[0] ?? 'text';
}
