import * as v from 'valibot';
import { limitOf, optionsOf, type SchemaNode } from '../../../site/content-walk.ts';
import { type Value, valueAt } from '../../operations.ts';
import { useDesk } from '../Desk.tsx';
import { useKnownValues } from '../pages/page-values.ts';
import { Icon } from '../shell/icons.tsx';
import { MoveButtons } from '../shell/MoveButtons.tsx';
import { emptyValue } from './empty-value.ts';
import { Group, helpOf, titleOf } from './field-parts.tsx';
import { optionLabel } from './option-labels.ts';
import { PhotosField } from './PhotosField.tsx';
import { type FieldProps, SchemaField } from './SchemaField.tsx';

/** A list: photos are picked, options of a fixed choice ticked, all else added, moved and removed. */
export function ListField(props: FieldProps & { item: SchemaNode; label: string }) {
  const { schema, item, file, path, label } = props;
  const { files, set, act } = useDesk();
  const known = useKnownValues();
  const found = valueAt(files[file] ?? null, path);
  const list = Array.isArray(found) ? found : [];
  const group = { label, file, path };
  if (v.getMetadata(item).reference === 'photo') {
    return (
      <Group {...group}>
        <PhotosField file={file} path={path} />
      </Group>
    );
  }
  if (item.type === 'picklist') {
    const options = item.options as string[];
    const toggle = (option: string) =>
      set(
        file,
        path,
        options.filter((one) => (one === option) !== list.includes(one)),
      );
    return (
      <Group {...group}>
        <div className="ticks">
          {options.map((option) => (
            <label key={option} className="check">
              <input
                type="checkbox"
                checked={list.includes(option)}
                onChange={() => toggle(option)}
              />
              {allergenLabel(option)}
            </label>
          ))}
        </div>
      </Group>
    );
  }
  const one = optionsOf(item)[0] ?? item;
  const name = v.getTitle(one) ?? label;
  const entryAt = (index: number) => [...path, index];
  const add = () => {
    const value = emptyValue(item, known);
    if (Array.isArray(found)) {
      act([{ file, operation: { kind: 'insert', path: entryAt(list.length), value } }]);
    } else {
      set(file, path, [value] as Value);
    }
  };
  return (
    <Group {...group} help={helpOf(schema)}>
      <ol className="entries">
        {list.map((_, index) => (
          <li key={index}>
            <SchemaField
              schema={item}
              file={file}
              path={entryAt(index)}
              label={`${name} ${index + 1}`}
            />
            <div className="tools">
              <MoveButtons
                name={`${name} ${index + 1}`}
                index={index}
                count={list.length}
                onMove={(to) =>
                  act([{ file, operation: { kind: 'move', path: entryAt(index), to } }])
                }
              />
              <button
                type="button"
                className="icon"
                disabled={list.length <= (limitOf(schema, 'min_length') ?? 0)}
                onClick={() => act([{ file, operation: { kind: 'remove', path: entryAt(index) } }])}
                aria-label={`${name} ${index + 1} wissen`}
              >
                <Icon name="close" />
              </button>
            </div>
          </li>
        ))}
      </ol>
      {list.length < (limitOf(schema, 'max_length') ?? Infinity) && (
        <button type="button" className="add" onClick={add}>
          + {titleOf(one, [name])}
        </button>
      )}
    </Group>
  );

  /** As the site itself calls it, where it does. */
  function allergenLabel(option: string): string {
    const label = valueAt(files['messages.yaml'] ?? null, ['allergens', option]);
    return typeof label === 'string' ? label : optionLabel(option);
  }
}
