import * as v from 'valibot';
import { limitOf, optionsOf, type SchemaNode } from '../../../site/content-walk.ts';
import { type Operation, type Value, valueAt } from '../../operations.ts';
import { messagesOf, useDesk } from '../Desk.tsx';
import { useReferences } from '../pages/page-values.ts';
import { Icon } from '../shell/icons.tsx';
import { MoveButtons } from '../shell/MoveButtons.tsx';
import { emptyValue } from './empty-value.ts';
import { Group, helpOf, titleOf } from './field-parts.tsx';
import { optionLabel } from './option-labels.ts';
import { PhotosField } from './PhotosField.tsx';
import { type FieldProps, SchemaField } from './SchemaField.tsx';

/** A list: photos are picked, options of a fixed choice ticked, all else added, moved and removed. */
export function ListField(
  props: FieldProps & {
    item: SchemaNode;
    label: string;
    /** What holds while the file has no such list. */
    fallback: Value | undefined;
  },
) {
  const { schema, item, file, path, label } = props;
  const { files, set, act } = useDesk();
  const references = useReferences();
  const found = valueAt(files[file] ?? null, path);
  const shown = found ?? props.fallback;
  const list = Array.isArray(shown) ? shown : [];
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
  const edit = (operation: Operation) => {
    if (!Array.isArray(found)) set(file, path, []);
    act([{ file, operation }]);
  };
  if (!Array.isArray(found) && list.length > 0) {
    return (
      <Group {...group}>
        <p>{list.join(', ')}</p>
        <button type="button" className="add" onClick={() => set(file, path, list)}>
          Pas aan
        </button>
      </Group>
    );
  }
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
                onMove={(to) => edit({ kind: 'move', path: entryAt(index), to })}
              />
              <button
                type="button"
                className="icon"
                disabled={list.length <= (limitOf(schema, 'min_length') ?? 0)}
                onClick={() => edit({ kind: 'remove', path: entryAt(index) })}
                aria-label={`${name} ${index + 1} wissen`}
              >
                <Icon name="close" />
              </button>
            </div>
          </li>
        ))}
      </ol>
      {list.length < (limitOf(schema, 'max_length') ?? Infinity) && (
        <button
          type="button"
          className="add"
          onClick={() =>
            edit({
              kind: 'insert',
              path: entryAt(list.length),
              value: emptyValue(item, references),
            })
          }
        >
          + {titleOf(one, [name])}
        </button>
      )}
    </Group>
  );

  /** As the site itself calls it, where it does. */
  function allergenLabel(option: string): string {
    const labels: Record<string, string> = messagesOf(files).allergens;
    return labels[option] ?? optionLabel(option);
  }
}
