import * as v from 'valibot';
import { stringify } from 'yaml';
import type { SchemaNode } from '../../site/schema/content-walk.ts';
import { exampleValue } from '../../site/schema/example-value.ts';

/** Describes what a field expects, as part of a sentence. */
export function describeExpected(schema: SchemaNode): string {
  const description = v.getDescription(schema);
  if (schema.entries) {
    const names = Object.keys(schema.entries).join(', ');
    return `een groep met deze velden: ${names}`;
  }
  if (!schema.item) return description ?? 'een groep velden';
  const items = description ?? 'elk met een streepje ervoor';
  return `een lijst: ${items}`;
}

/**
 * A field as the file would write it: `town: Zaaddonk`. Without a name, the example is the whole
 * file.
 */
export function writeExample(schema: SchemaNode, name?: string | number): string {
  const example = exampleValue(schema);
  let value = example;
  if (typeof name === 'number') value = [example];
  if (typeof name === 'string') value = { [name]: example };
  return stringify(value, { lineWidth: 0 }).trimEnd();
}
