import { useState } from 'react';
import type { SchemaNode } from '../../../site/schema/content-walk.ts';
import { type MaybeValue, valueAt } from '../../shared/values.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Disclosure } from './Disclosure.tsx';
import { Field } from './Field.tsx';
import { fieldTitle, textsIn } from './form-values.ts';

/** What a closed row shows: its texts, or else the names of its fields. */
function previewOf(schema: SchemaNode, value: MaybeValue): string {
  const texts = textsIn(schema, value).slice(0, 4);
  if (texts.length > 0) return texts.join(' · ');
  const { entries = {} } = schema.wrapped ?? schema;
  return Object.entries(entries)
    .map(([key, field]) => fieldTitle(field, [key]))
    .join(' · ');
}

/**
 * A whole form. When it has several groups and lists, they are disclosures, and of exactly two the
 * first is open.
 */
export function FieldDisclosures(props: { schema: SchemaNode; file: string; without: string[] }) {
  const { schema, file, without } = props;
  const { files } = useDeskState();
  const fields = Object.entries(schema.entries ?? {}).filter(([key]) => !without.includes(key));
  const isDisclosure = ([, field]: [string, SchemaNode]) => {
    const { entries, item } = field.wrapped ?? field;
    // A group that can be left out has a button of its own.
    const isLeftOut = field.wrapped && !('default' in field && field.default !== undefined);
    return item !== undefined || (entries !== undefined && !isLeftOut);
  };
  const rows = fields.filter(isDisclosure);
  const [open, setOpen] = useState(rows.length > 2 ? undefined : rows[0]?.[0]);
  return fields.map(([key, field]) => {
    const path = [key];
    const shown = <Field key={key} schema={field} file={file} path={path} />;
    if (rows.length < 2 || !isDisclosure([key, field])) return shown;
    return (
      <Disclosure
        key={key}
        file={file}
        path={path}
        name={fieldTitle(field, path)}
        preview={previewOf(field, valueAt(files[file], path))}
        isOpen={open === key}
        onToggle={(isOpen) => {
          if (isOpen) setOpen(key);
          else if (open === key) setOpen(undefined);
        }}
      >
        {shown}
      </Disclosure>
    );
  });
}
