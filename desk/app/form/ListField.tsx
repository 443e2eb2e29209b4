import * as v from 'valibot';
import { optionsOf, type SchemaNode } from '../../../site/content-walk.ts';
import { useDesk } from '../Desk.tsx';
import { followMove } from '../follow-move.ts';
import { getIn } from '../state.ts';
import { emptyValue } from './empty-value.ts';
import { Group, helpOf, titleOf } from './field-parts.tsx';
import { optionLabel } from './option-labels.ts';
import { PhotoPicker } from './PhotoPicker.tsx';
import { type FieldProps, SchemaField } from './SchemaField.tsx';

/** A list: photos are picked, words of a fixed choice ticked, all else added, moved and taken away. */
export function ListField(props: FieldProps & { item: SchemaNode; label: string }) {
  const { schema, item, file, path, label } = props;
  const { draft, dispatch } = useDesk();
  const found = getIn(draft[file], path);
  const list: unknown[] = Array.isArray(found) ? found : [];
  const set = (value: unknown[]) => dispatch({ type: 'changed', file, path, value });
  const group = { label, help: helpOf(schema), file, path };
  if (v.getMetadata(item).reference === 'photo') {
    return (
      <Group {...group} help={undefined}>
        <PhotoPicker chosen={list as string[]} onChoose={set} />
      </Group>
    );
  }
  if (item.type === 'picklist') {
    const words = item.options as string[];
    const toggle = (word: string) =>
      set(words.filter((one) => (one === word) !== list.includes(one)));
    return (
      <Group {...group} help={undefined}>
        <div className="ticks">
          {words.map((word) => (
            <label key={word} className="check">
              <input type="checkbox" checked={list.includes(word)} onChange={() => toggle(word)} />
              {allergenLabel(word)}
            </label>
          ))}
        </div>
      </Group>
    );
  }
  const one = optionsOf(item)[0] ?? item;
  const name = v.getTitle(one) ?? label;
  const move = (button: HTMLElement, from: number, by: -1 | 1) => {
    const next = [...list];
    next.splice(from + by, 0, ...next.splice(from, 1));
    set(next);
    followMove(button, by);
  };
  return (
    <Group {...group}>
      <ol className="entries">
        {list.map((_, index) => (
          <li key={index}>
            <SchemaField
              schema={item}
              file={file}
              path={[...path, index]}
              label={`${name} ${index + 1}`}
            />
            <div className="tools">
              <button
                type="button"
                disabled={index === 0}
                onClick={(event) => move(event.currentTarget, index, -1)}
                aria-label={`${name} ${index + 1} hoger`}
              >
                ↑
              </button>
              <button
                type="button"
                disabled={index === list.length - 1}
                onClick={(event) => move(event.currentTarget, index, 1)}
                aria-label={`${name} ${index + 1} lager`}
              >
                ↓
              </button>
              <button
                type="button"
                onClick={() => set(list.toSpliced(index, 1))}
                aria-label={`${name} ${index + 1} wissen`}
              >
                ×
              </button>
            </div>
          </li>
        ))}
      </ol>
      <button type="button" className="add" onClick={() => set([...list, emptyValue(item)])}>
        + {titleOf(one, [name])}
      </button>
    </Group>
  );

  /** By the site's own word for it, where it has one. */
  function allergenLabel(word: string): string {
    const known = getIn(draft['messages.yaml'], ['allergens', word]);
    return typeof known === 'string' ? known : optionLabel(word);
  }
}
