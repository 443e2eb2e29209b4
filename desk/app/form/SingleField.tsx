import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { isGroup, markupOf, type SchemaNode } from '../../../site/content-walk.ts';
import type { Value } from '../../operations.ts';
import { isPlaceholder } from '../../placeholder.ts';
import { type Files, messagesOf, useDesk, useDownloads, useFindings } from '../Desk.tsx';
import { RichTextEditor } from '../rich-text/RichTextEditor.tsx';
import { hrefOf } from '../route.ts';
import { readNumber, writeNumber } from './belgian-number.ts';
import { fieldId, helpOf, Row } from './field-parts.tsx';
import { optionLabel } from './option-labels.ts';
import { PhotosField } from './PhotosField.tsx';
import type { FieldProps } from './SchemaField.tsx';

/** One value, in the control that its schema asks for. */
export function SingleField(
  props: FieldProps & {
    label: string;
    value: Value | undefined;
    isOptional: boolean;
    /** Left empty, it says what the site says by itself. */
    hasDefault: boolean;
  },
) {
  const { schema, file, path, label, value, isOptional } = props;
  const { files, set: setField } = useDesk();
  const downloads = useDownloads();
  const id = fieldId(file, path);
  const findings = useFindings(file, path);
  const { reference } = v.getMetadata(schema);
  const set = (to: Value | undefined, typedAt?: number) => setField(file, path, to, typedAt);
  const write = (typed: string) =>
    set(typed === '' && isOptional ? undefined : typed, performance.now());
  const options = optionsFor();
  const type = inputType(schema);
  // Nothing wrong can be chosen, so there is nothing to explain.
  const help = options || type !== 'text' || reference === 'photo' ? undefined : helpOf(schema);
  const descriptions = [help && `${id}-help`, findings.length > 0 && `${id}-problem`];
  const found = value === undefined || value === null ? '' : String(value);
  const text = isPlaceholder(found) ? '' : found;
  const common = {
    id,
    'aria-describedby': descriptions.filter(Boolean).join(' ') || undefined,
    'aria-invalid': findings.length > 0 || undefined,
  };
  const row = { id, help, findings, place: `${file} ${path.join('.')}` };
  if (schema.type === 'boolean') {
    return (
      <Row {...row}>
        <label className="check">
          <input
            {...common}
            type="checkbox"
            checked={value === true}
            onChange={(event) => set(event.target.checked || (isOptional ? undefined : false))}
          />
          {label}
        </label>
      </Row>
    );
  }
  return (
    <Row {...row} label={label} isOptional={isOptional && !props.hasDefault}>
      {control()}
    </Row>
  );

  function control(): ReactNode {
    if (reference === 'photo') return <PhotosField file={file} path={path} isSingle />;
    if (options?.length === 0 && reference === 'file') {
      return (
        <a id={id} href={hrefOf('meer', 'bestanden')}>
          Zet eerst een bestand bij Bestanden
        </a>
      );
    }
    if (options) {
      return (
        <select {...common} value={text} onChange={(event) => write(event.target.value)}>
          {(isOptional || !options.some(([option]) => option === text)) && (
            <option value={text}>{text || '–'}</option>
          )}
          {isOptional && text !== '' && <option value="">–</option>}
          {options.map(([option, shown]) => (
            <option key={option} value={option}>
              {shown}
            </option>
          ))}
        </select>
      );
    }
    if (schema.type === 'number') {
      return <NumberInput attributes={common} {...{ value, isOptional }} onChange={set} />;
    }
    const markup = markupOf(schema);
    if (markup) {
      const attributes = {
        ...common,
        role: 'textbox',
        'aria-labelledby': `${id}-label`,
        'aria-multiline': markup === 'blocks',
      };
      const given = Object.entries(attributes).filter(([, one]) => one !== undefined);
      return (
        <RichTextEditor
          text={text}
          markup={markup}
          attributes={Object.fromEntries(given.map(([name, one]) => [name, String(one)]))}
          onEdit={write}
        />
      );
    }
    const field = {
      ...common,
      value: text,
      placeholder: text === found ? undefined : found.replace(/^\[|\]$/g, ''),
      onChange: (event: { target: { value: string } }) => write(event.target.value),
    };
    if (v.is(schema, 'een\ntwee')) return <textarea {...field} rows={1} />;
    if (reference !== 'link') return <input {...field} type={type} />;
    return (
      <>
        <input {...field} list={`${id}-pages`} />
        <datalist id={`${id}-pages`}>
          {placesIn(files).map((place) => (
            <option key={place} value={place} />
          ))}
        </datalist>
      </>
    );
  }

  /** What may be chosen, with its label; undefined where it is written. */
  function optionsFor(): [option: string, label: string][] | undefined {
    if (reference === 'file') return downloads.map(({ name }) => [name, name]);
    if (reference === 'subject') {
      return messagesOf(files).options.productType.map((one) => [one, one]);
    }
    if (schema.type !== 'picklist') return undefined;
    return (schema.options as string[]).map((option) => [option, optionLabel(option)]);
  }
}

/** A number as text: a browser's own number field reads '12,50' by its language. */
function NumberInput(props: {
  attributes: object;
  value: Value | undefined;
  isOptional: boolean;
  onChange: (value: Value | undefined, typedAt: number) => void;
}) {
  const { value, isOptional } = props;
  const [typed, setTyped] = useState<string>();
  const shown = typeof value === 'number' ? writeNumber(value) : String(value ?? '');
  const write = (text: string) => {
    setTyped(text);
    const empty = isOptional ? undefined : null;
    props.onChange(text.trim() === '' ? empty : (readNumber(text) ?? text), performance.now());
  };
  return (
    <input
      {...props.attributes}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? shown}
      onChange={(event) => write(event.target.value)}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** Pages, and the sections on them that have an address of their own. */
export function placesIn(files: Files): string[] {
  return Object.entries(files).flatMap(([file, page]) => {
    if (!file.startsWith('pages/') || !isGroup(page)) return [];
    const sections = Array.isArray(page.sections) ? page.sections : [];
    const anchors = sections.flatMap((section) =>
      isGroup(section) && section.anchor ? [`${page.path}#${section.anchor}`] : [],
    );
    return [String(page.path), ...anchors];
  });
}

function inputType(schema: SchemaNode): string {
  if (v.is(schema, 'x')) return 'text';
  if (v.is(schema, '2027-08-01')) return 'date';
  if (v.is(schema, '09:00')) return 'time';
  if (v.is(schema, '#a0b0c0')) return 'color';
  return 'text';
}
