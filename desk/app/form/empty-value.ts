import * as v from 'valibot';
import { limitOf, optionsOf, type SchemaNode } from '../../../site/content-walk.ts';
import type { Value } from '../../operations.ts';
import { PLACEHOLDER_URL, placeholder } from '../../placeholder.ts';

/**
 * What a new entry begins with: texts that cannot go online, and nothing for what may be left out.
 * Its schema accepts it, so that it can be written at once; a number has no such value and stays empty.
 *
 * @param references what fields that refer to something may begin with: a photo, a page
 */
export function emptyValue(
  schema: SchemaNode,
  references: Partial<Record<string, string>> = {},
): Value {
  const { reference } = v.getMetadata(schema);
  if (typeof reference === 'string') return references[reference] ?? '';
  if (schema.type === 'literal') return (schema as unknown as { literal: Value }).literal;
  if (schema.type === 'number') return null;
  if (schema.entries) {
    const fields = Object.entries(schema.entries).filter(([, inner]) => !inner.wrapped);
    return Object.fromEntries(fields.map(([key, inner]) => [key, emptyValue(inner, references)]));
  }
  if (schema.item) {
    const { item } = schema;
    const least = Math.max(1, limitOf(schema, 'min_length') ?? 1);
    return Array.from({ length: least }, () => emptyValue(item, references));
  }
  const [option] = optionsOf(schema);
  if (option) return emptyValue(option, references);
  if (schema.options?.[0]) return String(schema.options[0]);
  const text = placeholder(v.getTitle(schema) ?? 'Tekst');
  const [example]: readonly unknown[] = v.getExamples(schema);
  const tries = [text, PLACEHOLDER_URL, example];
  return (tries.find((one) => v.is(schema, one)) ?? '') as Value;
}
