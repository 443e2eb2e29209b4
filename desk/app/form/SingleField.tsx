import { type ReactNode, useId } from 'react';
import * as v from 'valibot';
import { isGroup, markupOf, type SchemaNode } from '../../../site/content-walk.ts';
import { useDesk } from '../Desk.tsx';
import { RichTextEditor } from '../rich-text/RichTextEditor.tsx';
import { hrefOf } from '../route.ts';
import { getIn } from '../state.ts';
import { helpOf, Row, useProblems } from './field-parts.tsx';
import { optionLabel } from './option-labels.ts';
import { PhotoPicker } from './PhotoPicker.tsx';
import type { FieldProps } from './SchemaField.tsx';

/** One value, in the control that its schema asks for. */
export function SingleField(
  props: FieldProps & { label: string; value: unknown; isOptional: boolean },
) {
  const { schema, file, path, label, value, isOptional } = props;
  const desk = useDesk();
  const id = useId();
  const problems = useProblems(file, path);
  const { reference } = v.getMetadata(schema);
  const set = (to: unknown, typedAt?: number) =>
    desk.dispatch({ type: 'changed', file, path, value: to, typedAt });
  const write = (text: string) =>
    set(text === '' && isOptional ? undefined : text, performance.now());
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
              performance.now(),
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
