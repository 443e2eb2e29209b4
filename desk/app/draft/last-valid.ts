import * as v from 'valibot';
import { isGroup, limitOf, type SchemaNode, schemaFor } from '../../../site/schema/content-walk.ts';
import { exampleValue } from '../../../site/schema/example-value.ts';

/** Whether a schema is for free text, which can be shown even when it is empty or too long. */
export const isFreeText = (schema: SchemaNode) =>
  schema.type === 'string' && !v.getMetadata(schema).reference && v.is(schema, 'Tekst (1), zo.');

/**
 * Makes a draft valid, so that the site's components can show it. An invalid part is replaced by
 * its last valid value, left out where it is optional, or replaced by its example. List entries
 * keep their index.
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
    // The example of a number is not used, because it would look like a price that the caterer
    // asks.
    const hasExample = !isOptional && field.type !== 'number';
    const found =
      validPart(field, value[key], beforeAt(key)) ?? (hasExample ? exampleValue(field) : undefined);
    if (found !== undefined) valid[key] = found;
    // Without its required number, a price is not shown at all.
    else if (!isOptional) return undefined;
  }
  return valid;
}
