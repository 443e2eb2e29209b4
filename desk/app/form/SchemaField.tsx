import { type ReactNode, useId } from 'react';
import * as v from 'valibot';
import {
  type FieldPath,
  isGroup,
  markupOf,
  optionsOf,
  type SchemaNode,
  schemaFor,
} from '../../../site/content-walk.ts';
import type { Problem } from '../../api.ts';
import { useDesk } from '../Desk.tsx';
import { RichTextEditor } from '../rich-text/RichTextEditor.tsx';
import { hrefOf } from '../route.ts';
import { getIn } from '../state.ts';
import { emptyValue } from './empty-value.ts';
import { ListField } from './ListField.tsx';
import { optionLabel } from './option-labels.ts';
import { PhotoPicker } from './PhotoPicker.tsx';

/**
 * Forms made from the schemas of `content/`: each field with its title and help, in the control that
 * its values ask for, and what the build would say of it beside it.
 */

export interface FieldProps {
  schema: SchemaNode;
  file: string;
  path: FieldPath;
  /** In place of the schema's title. */
  label?: string | undefined;
}

/** A field, whatever it holds. */
export function SchemaField(props: FieldProps) {
  const { schema, file, path } = props;
  const { draft } = useDesk();
  const value = getIn(draft[file], path);
  const label = props.label ?? titleOf(schema, path);
  if (isOptionalGroup(schema)) return <OptionalField {...props} label={label} value={value} />;
  const inner = schema.wrapped ?? schema;
  const choices = optionsOf(inner);
  if (choices.length > 1 && choices.some(({ entries }) => entries)) {
    return <ChoiceField {...props} schema={inner} label={label} value={value} />;
  }
  if (inner.entries) {
    return (
      <Group label={label} help={helpOf(schema)} file={file} path={path}>
        <SchemaFields schema={inner} file={file} path={path} />
      </Group>
    );
  }
  if (inner.item) return <ListField {...props} schema={inner} item={inner.item} label={label} />;
  return (
    <SingleField
      {...props}
      schema={inner}
      label={label}
      value={value}
      isOptional={!!schema.wrapped}
    />
  );
}

/** The fields of a group, in the order of its schema: all, all but some, or only some. */
export function SchemaFields(props: FieldProps & { without?: string[]; only?: string[] }) {
  const { schema, file, path, without = [], only } = props;
  const fields = Object.entries(schema.entries ?? {}).filter(([key]) =>
    only ? only.includes(key) : !without.includes(key),
  );
  return fields.map(([key, inner]) => (
    <SchemaField key={key} schema={inner} file={file} path={[...path, key]} />
  ));
}

export function titleOf(schema: SchemaNode, path: FieldPath): string {
  const told = v.getTitle(schema) ?? (schema.wrapped && v.getTitle(schema.wrapped));
  return told ?? optionLabel(String(path.at(-1)));
}

/**
 * What the schema says should stand there, without what only a writer of YAML needs, and without what
 * the label says already.
 */
export function helpOf(schema: SchemaNode): string | undefined {
  const told = v.getDescription(schema) ?? (schema.wrapped && v.getDescription(schema.wrapped));
  const title = v.getTitle(schema) ?? (schema.wrapped && v.getTitle(schema.wrapped)) ?? '';
  const help = told?.replace(
    /,? (?:tussen|zonder) aanhalingstekens|^true: |; "" .*$|, of "".*$/g,
    '',
  );
  const repeated = [title, `de ${title}`, `het ${title}`, `een ${title}`];
  return repeated.some((one) => one.toLowerCase() === help?.toLowerCase()) ? undefined : help;
}

/** What the build says of exactly this place. */
export function useProblems(file: string, path: FieldPath): Problem[] {
  const place = path.join('.');
  return useDesk().problems.filter((one) => one.file === file && one.path.join('.') === place);
}

export function Problems({ id, problems }: { id?: string; problems: Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <p className="problem" id={id} role="alert">
      {problems.map(({ now, expected }) => `Nu: ${now}. Verwacht: ${expected}.`).join(' ')}
    </p>
  );
}

export function Group(props: {
  label: string;
  help?: string | undefined;
  file: string;
  path: FieldPath;
  tools?: ReactNode;
  children: ReactNode;
}) {
  const problems = useProblems(props.file, props.path);
  return (
    <fieldset className="group">
      <legend>{props.label}</legend>
      {props.tools}
      {props.help && <p className="help">{props.help}</p>}
      <Problems problems={problems} />
      {props.children}
    </fieldset>
  );
}

function isOptionalGroup({ wrapped }: SchemaNode) {
  return wrapped !== undefined && (wrapped.entries !== undefined || optionsOf(wrapped).length > 1);
}

/** A group that may be there or not: a price, a button. */
function OptionalField(props: FieldProps & { label: string; value: unknown }) {
  const { schema, file, path, label, value } = props;
  const { dispatch } = useDesk();
  const set = (to: unknown) => dispatch({ type: 'changed', file, path, value: to });
  if (!schema.wrapped) return null;
  if (value === undefined) {
    return (
      <button
        type="button"
        className="add"
        onClick={() => set(emptyValue(schema.wrapped as SchemaNode))}
      >
        + {label}
      </button>
    );
  }
  return (
    <div className="optional">
      <SchemaField schema={schema.wrapped} file={file} path={path} label={label} />
      <button type="button" className="remove" onClick={() => set(undefined)}>
        {label} weglaten
      </button>
    </div>
  );
}

/** One of several forms: a link to a page or to the form, a fact with or without a price. */
function ChoiceField(props: FieldProps & { label: string; value: unknown }) {
  const { schema, file, path, label, value } = props;
  const { dispatch } = useDesk();
  const name = useId();
  const choices = optionsOf(schema);
  const chosen = schemaFor(schema, value);
  const nameOf = (choice: SchemaNode) =>
    choice.entries
      ? Object.entries(choice.entries)
          .map(([key, inner]) => titleOf(inner, [key]))
          .join(' en ')
          .toLowerCase()
      : titleOf(choice, path).toLowerCase();
  const choose = (choice: SchemaNode) => {
    const kept = isGroup(value) ? value : { text: value };
    const made = emptyValue(choice);
    const next = isGroup(made)
      ? Object.fromEntries(Object.keys(made).map((key) => [key, kept[key] ?? made[key]]))
      : (Object.values(kept)[0] ?? made);
    dispatch({ type: 'changed', file, path, value: next });
  };
  return (
    <Group label={label} help={helpOf(schema)} file={file} path={path}>
      <div className="choice">
        {choices.map((choice) => (
          <label key={nameOf(choice)}>
            <input
              type="radio"
              name={name}
              checked={choice === chosen}
              onChange={() => choose(choice)}
            />
            {nameOf(choice)}
          </label>
        ))}
      </div>
      {chosen.entries ? (
        <SchemaFields schema={chosen} file={file} path={path} />
      ) : (
        <SchemaField
          schema={choices.find((choice) => !choice.entries) ?? chosen}
          file={file}
          path={path}
        />
      )}
    </Group>
  );
}

function SingleField(props: FieldProps & { label: string; value: unknown; isOptional: boolean }) {
  const { schema, file, path, label, value, isOptional } = props;
  const desk = useDesk();
  const id = useId();
  const problems = useProblems(file, path);
  const { reference } = v.getMetadata(schema);
  const set = (to: unknown, typing = false) =>
    desk.dispatch({ type: 'changed', file, path, value: to, typing });
  const write = (text: string) => set(text === '' && isOptional ? undefined : text, true);
  const words = wordsOf();
  const type = inputType(schema);
  // Nothing wrong can be chosen, so there is nothing to explain.
  const help = words || type !== 'text' || reference === 'photo' ? undefined : helpOf(schema);
  const told = [help && `${id}-help`, problems.length > 0 && `${id}-problem`].filter(Boolean);
  const common = {
    id,
    'aria-describedby': told.join(' ') || undefined,
    'aria-invalid': problems.length > 0 || undefined,
  };
  const text = value === undefined || value === null ? '' : String(value);
  if (schema.type === 'boolean') {
    return (
      <Row {...{ id, help, problems }}>
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
    <Row {...{ id, help, problems }} label={label} isOptional={isOptional}>
      {control()}
    </Row>
  );

  function control(): ReactNode {
    if (reference === 'photo') {
      return <PhotoPicker chosen={text ? [text] : []} onChoose={([name]) => set(name)} isSingle />;
    }
    if (words?.length === 0 && reference === 'file') {
      return <a href={hrefOf('bestanden')}>Zet eerst een bestand bij Bestanden</a>;
    }
    if (words) {
      return (
        <select {...common} value={text} onChange={(event) => write(event.target.value)}>
          {(isOptional || !words.some(([word]) => word === text)) && (
            <option value={text}>{text || '–'}</option>
          )}
          {isOptional && text !== '' && <option value="">–</option>}
          {words.map(([word, shown]) => (
            <option key={word} value={word}>
              {shown}
            </option>
          ))}
        </select>
      );
    }
    if (schema.type === 'number') {
      return (
        <input
          {...common}
          type="number"
          step="any"
          value={text}
          onChange={({ target }) =>
            set(
              Number.isNaN(target.valueAsNumber)
                ? isOptional
                  ? undefined
                  : null
                : target.valueAsNumber,
              true,
            )
          }
        />
      );
    }
    const markup = markupOf(schema);
    if (markup) {
      const { id: _, ...told } = common;
      const given = Object.entries({ ...told, 'aria-labelledby': `${id}-label` });
      const attributes = given.flatMap(([name, one]) => (one ? [[name, String(one)]] : []));
      return (
        <RichTextEditor
          text={text}
          markup={markup}
          attributes={{
            ...Object.fromEntries(attributes),
            role: 'textbox',
            'aria-multiline': String(markup === 'blocks'),
          }}
          onEdit={write}
        />
      );
    }
    const onChange = (event: { target: { value: string } }) => write(event.target.value);
    if (v.is(schema, 'een\ntwee'))
      return <textarea {...common} value={text} onChange={onChange} rows={1} />;
    if (reference !== 'link')
      return <input {...common} type={type} value={text} onChange={onChange} />;
    return (
      <>
        <input {...common} list={`${id}-pages`} value={text} onChange={onChange} />
        <datalist id={`${id}-pages`}>
          {placesOf(desk.draft).map((place) => (
            <option key={place} value={place} />
          ))}
        </datalist>
      </>
    );
  }

  /** What may be chosen, and how it is shown; undefined where it is written. */
  function wordsOf(): [word: string, shown: string][] | undefined {
    if (reference === 'file') return desk.files.map(({ name }) => [name, name]);
    if (reference === 'subject') {
      const options = getIn(desk.draft['messages.yaml'], ['options', 'productType']);
      return ((options as string[] | undefined) ?? []).map((option) => [option, option]);
    }
    if (schema.type !== 'picklist') return undefined;
    return (schema.options as string[]).map((option) => [option, optionLabel(option)]);
  }
}

/** Pages, and the sections on them that have an address of their own. */
export function placesOf(draft: Record<string, unknown>): string[] {
  return Object.entries(draft).flatMap(([file, page]) => {
    if (!file.startsWith('pages/') || !isGroup(page)) return [];
    const sections = Array.isArray(page.sections) ? page.sections : [];
    const anchors = sections.flatMap(({ anchor }) => (anchor ? [`${page.path}#${anchor}`] : []));
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

export function Row(props: {
  id: string;
  label?: string;
  help?: string | undefined;
  problems: Problem[];
  isOptional?: boolean;
  children: ReactNode;
}) {
  const { id, label, help, problems } = props;
  return (
    <div className="field">
      {label && (
        <label htmlFor={id} id={`${id}-label`}>
          {label}
          {props.isOptional && <span className="optional-mark"> (mag leeg)</span>}
        </label>
      )}
      {props.children}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      <Problems id={`${id}-problem`} problems={problems} />
    </div>
  );
}
