import * as v from 'valibot';
import { stringify } from 'yaml';
import { limitOf, type SchemaNode } from '../../site/content-walk.ts';
import { exampleValue } from '../../site/example-value.ts';

/** Describes what a field expects, as part of a sentence. */
export function describeExpected(schema: SchemaNode): string {
  const about = v.getDescription(schema);
  if (schema.entries) {
    return `een groep met deze velden: ${Object.keys(schema.entries).join(', ')}`;
  }
  if (!schema.item) return about ?? 'een groep velden';
  const least = limitOf(schema, 'min_length');
  const most = limitOf(schema, 'max_length');
  const limits = [least && `minstens ${least}`, most && `hoogstens ${most}`].filter(Boolean);
  const list = ['een lijst', limits.join(' en ')].filter(Boolean).join(' met ');
  return about ? `${list}: ${about}` : `${list}, elk met een streepje ervoor`;
}

/** A field as written in the file: `town: Zaaddonk`. Without a name, the whole file. */
export function writeExample(schema: SchemaNode, name?: string | number): string {
  const example = exampleValue(schema);
  const named = typeof name === 'number' ? [example] : { [name ?? '']: example };
  return stringify(name === undefined ? example : named, { lineWidth: 0 }).trimEnd();
}
