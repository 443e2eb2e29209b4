import { useId } from 'react';
import {
  type FieldPath,
  isGroup,
  optionsOf,
  type SchemaNode,
  schemaFor,
} from '../../../site/content-walk.ts';
import { type Value, valueAt } from '../../operations.ts';
import { useDesk } from '../Desk.tsx';
import { useReferences } from '../pages/page-values.ts';
import { emptyValue } from './empty-value.ts';
import { Group, helpOf, titleOf } from './field-parts.tsx';
import { ListField } from './ListField.tsx';
import { SingleField } from './SingleField.tsx';

/**
 * Forms made from the schemas of `content/`: each field with its title and help, in the control that
 * its values ask for, and what is wrong with it beside it.
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
  const { files } = useDesk();
  const value = valueAt(files[file] ?? null, path);
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
  if (inner.item) {
    const list = { item: inner.item, label, fallback: defaultOf(schema) };
    return <ListField {...props} schema={inner} {...list} />;
  }
  return (
    <SingleField
      {...props}
      schema={inner}
      label={label}
      value={value ?? defaultOf(schema)}
      isOptional={schema.wrapped !== undefined}
      hasDefault={defaultOf(schema) !== undefined}
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

/** One with defaults is always there. */
function isOptionalGroup(schema: SchemaNode) {
  const { wrapped } = schema;
  if (!wrapped || defaultOf(schema) !== undefined) return false;
  return wrapped.entries !== undefined || optionsOf(wrapped).length > 1;
}

/** What holds while a file says nothing. */
function defaultOf(schema: SchemaNode): Value | undefined {
  return (schema as { default?: Value }).default;
}

type GivenProps = FieldProps & { label: string; value: Value | undefined };

/** A group that may be there or not: a price, a button. */
function OptionalField({ schema, file, path, label, value }: GivenProps) {
  const { set } = useDesk();
  const references = useReferences();
  const { wrapped } = schema;
  if (!wrapped) return null;
  if (value === undefined) {
    return (
      <button
        type="button"
        className="add"
        onClick={() => set(file, path, emptyValue(wrapped, references))}
      >
        + {label}
      </button>
    );
  }
  return (
    <div className="optional">
      <SchemaField schema={wrapped} file={file} path={path} label={label} />
      <button type="button" className="remove" onClick={() => set(file, path, undefined)}>
        {label} weglaten
      </button>
    </div>
  );
}

/** One of several forms: a link to a page or to the form, a fact with or without a price. */
function ChoiceField({ schema, file, path, label, value }: GivenProps) {
  const { set } = useDesk();
  const references = useReferences();
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
    const kept: Record<string, Value | undefined> = isGroup(value)
      ? (value as Record<string, Value>)
      : { text: value };
    const made = emptyValue(choice, references);
    const next = isGroup(made)
      ? Object.fromEntries(
          Object.entries(made as Record<string, Value>).map(([key, one]) => [
            key,
            kept[key] ?? one,
          ]),
        )
      : (Object.values(kept)[0] ?? made);
    set(file, path, next);
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
