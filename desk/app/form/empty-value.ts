import * as v from 'valibot';
import { limitOf, optionsOf, type SchemaNode } from '../../../site/content-walk.ts';

/**
 * What a new entry begins with: the examples that stand with its fields, so that it is right from the
 * start and the caterer writes over it; of what may be left out nothing, and no photo.
 */
export function emptyValue(schema: SchemaNode): unknown {
  const { reference } = v.getMetadata(schema);
  if (reference === 'photo' || reference === 'file') return '';
  if (schema.wrapped) return undefined;
  if (schema.type === 'literal') return (schema as unknown as { literal: unknown }).literal;
  if (schema.entries) {
    const fields = Object.entries(schema.entries).map(([key, inner]) => [key, emptyValue(inner)]);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }
  if (schema.item) {
    const { item } = schema;
    if (v.getMetadata(item).reference) return [];
    const least = limitOf(schema, 'min_length') ?? 1;
    return Array.from({ length: Math.max(1, least) }, () => emptyValue(item));
  }
  const [example]: readonly unknown[] = v.getExamples(schema);
  if (example !== undefined) return example;
  const [option] = optionsOf(schema);
  return option ? emptyValue(option) : (schema.options?.[0] ?? '');
}
