import * as v from 'valibot';
import {
  type FieldPath,
  isGroup,
  limitOf,
  optionsOf,
  type SchemaNode,
  schemaFor,
} from '../../../site/content-walk.ts';
import { moved, type Value, valueAt } from '../../values.ts';
import { messagesOf, set, useDesk } from '../desk.ts';
import { PhotosField } from '../photos/Photos.tsx';
import { Button, MoveButtons } from '../shell/parts.tsx';
import { Control, FieldRow, type RequiredField, Tick } from './Control.tsx';
import { emptyValue, fieldId, helpOf, optionLabel, titleOf } from './form-values.ts';

/**
 * Forms made from the schemas of `content/`: each field with its title and help, in the control that
 * its values ask for, and what is wrong with it beside it.
 */
interface FieldProps extends Pick<RequiredField, 'schema' | 'file' | 'path'> {
  /** In place of the schema's title. */
  label?: string | undefined;
}

/** The fields of a group, in the order of its schema: all, all but some, or only some. */
export function Fields(props: FieldProps & { without?: string[]; only?: string[] }) {
  const { schema, file, path, without = [], only } = props;
  return Object.entries(schema.entries ?? {})
    .filter(([key]) => only?.includes(key) ?? !without.includes(key))
    .map(([key, inner]) => <Field key={key} schema={inner} file={file} path={[...path, key]} />);
}

/** A field, whatever it holds. */
export function Field({ schema, file, path, label = titleOf(schema, path) }: FieldProps) {
  const value = valueAt(useDesk().files[file], path);
  const inner = schema.wrapped ?? schema;
  const { default: fallback } = schema as { default?: Value };
  const field = { schema: inner, file, path, label, help: helpOf(schema), value, fallback };
  const isChoice = optionsOf(inner).some(({ entries }) => entries);
  const canBeAdded = schema.wrapped && fallback === undefined && (inner.entries || isChoice);
  if (canBeAdded && value === undefined) {
    const add = () => set(file, path, emptyValue(inner));
    return <Button kind="add" label={`+ ${label}`} onPress={add} />;
  }
  if (canBeAdded) {
    const remove = () => set(file, path, undefined);
    return (
      <div className="optional">
        <Field {...{ schema: inner, file, path, label }} />
        <Button kind="remove" label={`${label} weglaten`} onPress={remove} />
      </div>
    );
  }
  if (isChoice) return <ChoiceField {...field} />;
  if (inner.item) return <ListField {...field} item={inner.item} />;
  if (!inner.entries) return <Control {...field} isOptional={schema.wrapped !== undefined} />;
  return (
    <FieldRow {...field} isGroup>
      <Fields schema={inner} file={file} path={path} />
    </FieldRow>
  );
}

/** One of several forms: a link to a page or to the form, a fact with or without a price. */
function ChoiceField(props: RequiredField) {
  const { schema, file, path, label, value } = props;
  const choices = optionsOf(schema);
  const shown = choices.find((choice) => choice === schemaFor(schema, value)) ?? choices[0];
  const nameOf = (choice: SchemaNode) => {
    const fields = Object.entries(choice.entries ?? {}).map(([key, one]) => titleOf(one, [key]));
    return (fields.join(' en ') || titleOf(choice, path)).toLowerCase();
  };
  // Both forms keep the fields that they share.
  const choose = (choice?: SchemaNode) => {
    if (!choice) return;
    const before = isGroup(value) ? (value as Record<string, Value>) : { text: value ?? '' };
    const made = emptyValue(choice);
    if (!isGroup(made)) return set(file, path, Object.values(before)[0]);
    const kept = Object.entries(before).filter(([key]) => key in made);
    set(file, path, { ...(made as object), ...Object.fromEntries(kept) });
  };
  return (
    <FieldRow {...props} isGroup>
      <select
        aria-label={`${label}: soort`}
        value={shown && nameOf(shown)}
        onChange={({ target }) => choose(choices[target.selectedIndex])}
      >
        {choices.map((choice) => (
          <option key={nameOf(choice)}>{nameOf(choice)}</option>
        ))}
      </select>
      {shown?.entries && <Fields schema={shown} file={file} path={path} />}
      {shown && !shown.entries && <Field schema={shown} file={file} path={path} />}
    </FieldRow>
  );
}

/** A list: photos are picked, options of a fixed choice ticked, all else added, moved and removed. */
function ListField(props: RequiredField & { item: SchemaNode }) {
  const { schema, item, file, path, label, value, fallback } = props;
  const allergens: Record<string, string> = messagesOf(useDesk().files).allergens;
  const shown = value ?? fallback;
  const list = Array.isArray(shown) ? shown : [];
  const write = (next: Value[]) => set(file, path, next);
  if (v.getMetadata(item).reference === 'photo') {
    return (
      <FieldRow {...props} help={undefined} isGroup>
        <PhotosField file={file} path={path} />
      </FieldRow>
    );
  }
  if (item.type === 'picklist') {
    const options = item.options?.map(String) ?? [];
    const isOn = (option: string) => list.includes(option);
    const toggle = (option: string) =>
      write(options.filter((one) => isOn(one) !== (one === option)));
    return (
      <FieldRow {...props} help={undefined} isGroup>
        <div className="ticks">
          {options.map((one) => (
            <Tick
              key={one}
              label={allergens[one] ?? optionLabel(one)}
              isOn={isOn(one)}
              onChange={() => toggle(one)}
            />
          ))}
        </div>
      </FieldRow>
    );
  }
  // Defaults are shown as a text, until they are changed.
  if (value === undefined && list.length > 0) {
    return (
      <FieldRow {...props} help={list.join(', ')} isGroup>
        <Button kind="add" label="Pas aan" onPress={() => write(list)} />
      </FieldRow>
    );
  }
  const one = optionsOf(item)[0] ?? item;
  const nameOf = (index: number) => `${v.getTitle(one) ?? label} ${index + 1}`;
  const isShortest = list.length <= (limitOf(schema, 'min_length') ?? 0);
  const isLongest = list.length >= (limitOf(schema, 'max_length') ?? Infinity);
  return (
    <FieldRow {...props} isGroup>
      <ol className="entries">
        {list.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is found by its place
          <li key={index}>
            <Field schema={item} file={file} path={[...path, index]} label={nameOf(index)} />
            <div className="tools">
              <MoveButtons
                name={nameOf(index)}
                index={index}
                count={list.length}
                onMove={(to) => write(moved(list, index, to))}
              />
              <Button
                kind="icon"
                icon="close"
                label={`${nameOf(index)} wissen`}
                disabled={isShortest}
                onPress={() => write(list.toSpliced(index, 1))}
              />
            </div>
          </li>
        ))}
      </ol>
      {!isLongest && (
        <Button
          kind="add"
          label={`+ ${titleOf(one, [label])}`}
          onPress={() => write([...list, emptyValue(item)])}
        />
      )}
    </FieldRow>
  );
}

/** Moves the focus to a field, or to the group that will hold it. @returns whether there is one */
export function focusField(file: string, path: FieldPath): boolean {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const element = document.getElementById(fieldId(file, path.slice(0, depth)));
    const control = element?.matches('fieldset')
      ? element.querySelector<HTMLElement>('input, select, textarea, button, [contenteditable]')
      : element;
    // A phone may not have opened the form yet.
    if (!control?.offsetParent) continue;
    control.focus();
    control.scrollIntoView({ block: 'center' });
    if (control instanceof HTMLInputElement) control.select();
    return true;
  }
  return false;
}
