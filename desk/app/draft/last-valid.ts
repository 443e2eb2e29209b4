import * as v from 'valibot';
import {
  isGroup,
  limitOf,
  type SchemaNode,
  schemaFor,
} from '../../../site/content/content-walk.ts';
import { exampleValue } from '../../../site/content/example-value.ts';

/** Any text can be shown, also an empty one or one that is too long. */
export const isFreeText = (schema: SchemaNode) =>
  schema.type === 'string' && !v.getMetadata(schema).reference && v.is(schema, 'Tekst (1), zo.');

/**
 * What the site's components can show of a draft: each part as it is; an invalid one as it was
 * before, or left out where it is optional, or its example. Entries of a list keep their index.
 */
export function lastValid<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  before: unknown,
): v.InferOutput<Schema> {
  return v.is(schema, value) ? value : (validPart(schema, value, before) ?? exampleValue(schema));
}

/** @returns undefined when neither `value` nor `before` is valid, as a whole or in its parts */
function validPart(schema: SchemaNode, value: unknown, before: unknown): unknown {
  if (v.is(schema, value) || (typeof value === 'string' && isFreeText(schema))) return value;
  const described = schemaFor(schema, value);
  if (described !== schema) return validPart(described, value, before);
  return validParts(schema, value, before) ?? (v.is(schema, before) ? before : undefined);
}

/** A list, record or group with each of its parts valid. */
function validParts(schema: SchemaNode, value: unknown, before: unknown): unknown {
  const { item, entries: fields, value: recordValue } = schema;
  const beforeAt = (step: string | number) =>
    typeof before === 'object' && before !== null ? before[step as never] : undefined;
  const validOrExample = (part: SchemaNode, given: unknown, step: string | number) =>
    validPart(part, given, beforeAt(step)) ?? exampleValue(part);

  if (item && Array.isArray(value)) {
    if (value.length < (limitOf(schema, 'min_length') ?? 0)) return undefined;
    return value.map((entry, index) => validOrExample(item, entry, index));
  }
  if (!isGroup(value)) return undefined;
  if (recordValue) {
    const parts = Object.entries(value).map(([key, given]) => [
      key,
      validOrExample(recordValue, given, key),
    ]);
    return Object.fromEntries(parts);
  }
  if (!fields) return undefined;
  const valid: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const isOptional = field.wrapped !== undefined;
    // An example of an amount would be a price that nobody asked.
    const hasExample = !isOptional && field.type !== 'number';
    const found =
      validPart(field, value[key], beforeAt(key)) ?? (hasExample ? exampleValue(field) : undefined);
    if (found !== undefined) valid[key] = found;
    // A price without an amount is no price.
    else if (!isOptional) return undefined;
  }
  return valid;
}
