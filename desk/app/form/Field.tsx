import { useState } from 'react';
import { flushSync } from 'react-dom';
import * as v from 'valibot';
import {
  isGroup,
  limitOf,
  optionsOf,
  type SchemaNode,
  schemaFor,
} from '../../../site/schema/content-walk.ts';
import { type MaybeValue, type Value, valueAt } from '../../shared/values.ts';
import { messagesIn } from '../draft/valid-value.ts';
import { usePhotos } from '../photo-library/use-photos.ts';
import { insertEntry, moveEntry, setValue } from '../store/edits.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import { EntryTools } from '../ui/EntryTools.tsx';
import { Thumbnail } from '../ui/pictures.tsx';
import { Checkbox, Control, FieldRow, type FormField } from './Control.tsx';
import { Disclosure } from './Disclosure.tsx';
import { focusField } from './focus-field.ts';
import {
  addEntry,
  emptyValue,
  fieldTitle,
  hasFields,
  helpOf,
  isFull,
  isPhoto,
  nameOfEntry,
  optionLabel,
  textsIn,
  thumbnailIn,
} from './form-values.ts';
import { PhotosField } from './PhotosField.tsx';

/* Forms made from the schemas of `content/`. */
interface FieldProps extends Pick<FormField, 'schema' | 'file' | 'path'> {
  label?: string | undefined;
}

/** The fields of a group: all of them, all but some, or only some. */
export function Fields(props: FieldProps & { without?: string[]; only?: string[] }) {
  const { schema, file, path, without = [], only } = props;
  const all = Object.entries(schema.entries ?? {});
  const shown = all.filter(([key]) => only?.includes(key) ?? !without.includes(key));
  return shown.map(([key, inner]) => (
    <Field key={key} schema={inner} file={file} path={[...path, key]} />
  ));
}

export function Field({ schema, file, path, label = fieldTitle(schema, path) }: FieldProps) {
  const value = valueAt(useDeskState().files[file], path);
  const inner = schema.wrapped ?? schema;
  const isOptional = schema.wrapped !== undefined;
  const { default: fallback } = schema as { default?: Value };
  const field: FormField = {
    schema: inner,
    file,
    path,
    label,
    value,
    fallback,
    isOptional,
    help: helpOf(schema),
  };
  const isChoice = optionsOf(inner).some(({ entries }) => entries);
  const canBeAdded = isOptional && fallback === undefined && (inner.entries || isChoice);
  if (canBeAdded) return <OptionalField {...field} />;
  if (isPhoto(inner) || isPhoto(inner.item)) {
    return (
      <FieldRow
        {...field}
        help={undefined}
        isGroup
        isNamedInside={isPhoto(inner) && Boolean(value)}
      >
        <PhotosField {...field} isSingle={isPhoto(inner)} />
      </FieldRow>
    );
  }
  if (isChoice) return <ChoiceField {...field} />;
  if (inner.item?.type === 'picklist') return <CheckboxGroup {...field} item={inner.item} />;
  if (inner.item) return <ListField {...field} item={inner.item} />;
  if (!inner.entries) return <Control {...field} />;
  return (
    <FieldRow {...field} isGroup>
      <Fields schema={inner} file={file} path={path} />
    </FieldRow>
  );
}

function OptionalField({ schema, file, path, label, value }: FormField) {
  const write = (to: MaybeValue) => setValue(file, path, to);
  if (value === undefined) {
    return <Button kind="add" label={`+ ${label}`} onPress={() => write(emptyValue(schema))} />;
  }
  return (
    <div className="optional">
      <Field schema={schema} file={file} path={path} label={label} />
      <Button kind="remove" label={`${label} weglaten`} onPress={() => write(undefined)} />
    </div>
  );
}

/** A choice between two kinds: a link to a page or the form, a fact with or without a price. */
function ChoiceField(props: FormField) {
  const { schema, file, path, label, value } = props;
  const choices = optionsOf(schema);
  const described = schemaFor(schema, value);
  const shown = choices.includes(described) ? described : choices[0];
  if (!shown) return null;
  const Content = shown.entries ? Fields : Field;
  const nameOf = (choice: SchemaNode) => {
    const fields = Object.entries(choice.entries ?? {});
    const titles = fields.map(([key, field]) => fieldTitle(field, [key]));
    return (titles.join(' en ') || fieldTitle(choice, path)).toLowerCase();
  };
  return (
    <FieldRow {...props} help={undefined} isGroup>
      <select
        aria-label={`${label}: soort`}
        value={nameOf(shown)}
        onChange={({ target }) => {
          const chosen = choices[target.selectedIndex];
          if (chosen) setValue(file, path, asChosen(chosen, value));
        }}
      >
        {choices.map((choice) => (
          <option key={nameOf(choice)}>{nameOf(choice)}</option>
        ))}
      </select>
      <Content schema={shown} file={file} path={path} />
    </FieldRow>
  );
}

/**
 * Converts a value to another choice and keeps the fields that both have: the label of a link, the
 * text of a fact.
 */
function asChosen(choice: SchemaNode, value: MaybeValue): Value {
  const made = emptyValue(choice);
  const before = isGroup(value) ? (value as Record<string, Value>) : { text: value ?? '' };
  if (!isGroup(made)) return before.text ?? made;
  const entries = Object.entries(made).map(([key, empty]) => [key, before[key] ?? empty]);
  return Object.fromEntries(entries);
}

/** Check boxes for choices from a fixed list, such as days and allergens. */
function CheckboxGroup(props: FormField & { item: SchemaNode }) {
  const { item, file, path, value } = props;
  const allergens: Record<string, string> = messagesIn(useDeskState()).allergens;
  const options = item.options?.map(String) ?? [];
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const toggle = (option: string, isOn: boolean) => {
    const isChosen = (choice: string) => (choice === option ? isOn : chosen.includes(choice));
    setValue(file, path, options.filter(isChosen));
  };
  return (
    <FieldRow {...props} help={undefined} isGroup>
      <div className="ticks">
        {options.map((option) => (
          <Checkbox
            key={option}
            label={allergens[option] ?? optionLabel(option)}
            isOn={chosen.includes(option)}
            onChange={(isOn) => toggle(option, isOn)}
          />
        ))}
      </div>
    </FieldRow>
  );
}

function ListField(props: FormField & { item: SchemaNode }) {
  const { schema, item, file, path, label, value, fallback } = props;
  const [open, setOpen] = useState<number>();
  const photos = usePhotos();
  // Defaults are shown as a text, until they are changed.
  if (value === undefined && Array.isArray(fallback) && fallback.length > 0) {
    return (
      <FieldRow {...props} help={fallback.join(', ')} isGroup>
        <Button kind="add" label="Pas aan" onPress={() => setValue(file, path, fallback)} />
      </FieldRow>
    );
  }
  const list = Array.isArray(value) ? value : [];
  const titled = optionsOf(item)[0] ?? item;
  // In a list of single texts, rows are named by number, because each text is already shown below
  // its row's name.
  const nameAt = (entry: Value, index: number) =>
    (hasFields(item) && nameOfEntry(item, entry)) || `${v.getTitle(titled) ?? label} ${index + 1}`;
  const images = list.map((entry) => thumbnailIn(item, entry, photos));
  const hasImages = images.some(Boolean);
  const add = () => {
    const at = addEntry(file, path, schema);
    flushSync(() => setOpen(at));
    focusField(file, [...path, at]);
  };
  const duplicate = (index: number) => {
    const copied = [...path, index + 1];
    insertEntry(file, copied, list[index] as Value);
    flushSync(() => setOpen(index + 1));
    focusField(file, copied);
  };
  // A text that is in a list twice is a mistake.
  const canDuplicate = hasFields(item) && !isFull(schema, list);
  return (
    <FieldRow {...props} isGroup>
      <ol className="entries">
        {list.map((entry, index) => (
          <li key={index}>
            <Disclosure
              file={file}
              path={[...path, index]}
              name={nameAt(entry, index)}
              preview={hasFields(item) ? undefined : textsIn(item, entry)[0]}
              image={hasImages && <Thumbnail src={images[index]} />}
              isOpen={open === index}
              onToggle={(isOpen) => {
                if (isOpen) setOpen(index);
                else if (open === index) setOpen(undefined);
              }}
            >
              <Field
                schema={item}
                file={file}
                path={[...path, index]}
                label={nameAt(entry, index)}
              />
              <EntryTools
                name={nameAt(entry, index)}
                index={index}
                length={list.length}
                minLength={limitOf(schema, 'min_length')}
                canMove={!v.getMetadata(schema).isUnordered}
                onMove={(to) => {
                  moveEntry(file, [...path, index], to);
                  setOpen(to);
                }}
                onDuplicate={canDuplicate ? () => duplicate(index) : undefined}
                onRemove={() => {
                  setValue(file, [...path, index], undefined);
                  setOpen(undefined);
                }}
              />
            </Disclosure>
          </li>
        ))}
      </ol>
      {!isFull(schema, list) && (
        <Button kind="add" label={`+ ${fieldTitle(titled, [label])}`} onPress={add} />
      )}
    </FieldRow>
  );
}
