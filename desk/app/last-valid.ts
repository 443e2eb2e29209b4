import * as v from 'valibot';
import { isGroup, limitOf, type SchemaNode, schemaFor } from '../../site/content/content-walk.ts';
import { exampleValue } from '../../site/content/example-value.ts';

/** Any text can be shown, also an empty one or one that is too long. */
export const isFreeText = (schema: SchemaNode) =>
  schema.type === 'string' && !v.getMetadata(schema).reference && v.is(schema, 'Tekst (1), zo.');

/**
 * What the site's components can show of a draft: each part as it is; a wrong one as it was before,
 * or left out where it is optional, or its example. Entries of a list keep their index.
 */
export function lastValid<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  before: unknown,
): v.InferOutput<Schema> {
  return v.is(schema, value) ? value : (part(schema, value, before) ?? exampleValue(schema));
}

/** @returns undefined when neither is valid */
function part(schema: SchemaNode, value: unknown, before: unknown): unknown {
  if (v.is(schema, value) || (typeof value === 'string' && isFreeText(schema))) return value;
  const described = schemaFor(schema, value);
  if (described !== schema) return part(described, value, before);
  const whole = partsOf(schema, value, before);
  return whole ?? (v.is(schema, before) ? before : undefined);
}

function partsOf(schema: SchemaNode, value: unknown, before: unknown): unknown {
  const { item, entries, value: entry } = schema;
  const was = (step: string | number) =>
    typeof before === 'object' && before !== null ? before[step as never] : undefined;
  const required = (inner: SchemaNode, given: unknown, step: string | number) =>
    part(inner, given, was(step)) ?? exampleValue(inner);
  if (item && Array.isArray(value)) {
    if (value.length < (limitOf(schema, 'min_length') ?? 0)) return undefined;
    return value.map((entry, index) => required(item, entry, index));
  }
  if (!isGroup(value)) return undefined;
  if (entry) {
    const parts = Object.entries(value).map(([key, inner]) => [key, required(entry, inner, key)]);
    return Object.fromEntries(parts);
  }
  if (!entries) return undefined;
  const parts = Object.entries(entries).map(([key, inner]) => {
    const valid = inner.wrapped ? part(inner, value[key], was(key)) : fieldOf(inner, value, key);
    return [key, valid];
  });
  // A price without an amount is no price.
  const isLost = parts.some(
    ([key, valid]) => valid === undefined && !entries[String(key)]?.wrapped,
  );
  return isLost ? undefined : Object.fromEntries(parts.filter(([, valid]) => valid !== undefined));

  function fieldOf(inner: SchemaNode, group: Record<string, unknown>, key: string) {
    const found = part(inner, group[key], was(key));
    const isAmount = inner.type === 'number';
    return found ?? (isAmount ? undefined : exampleValue(inner));
  }
}
