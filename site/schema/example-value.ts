import * as v from 'valibot';
import type { Reference } from './content-values.ts';
import { limitOf, type SchemaNode } from './content-walk.ts';

export interface ExampleStyle {
  /** Whether optional fields are included. Default: false. */
  includesOptional?: boolean;
  /** Number of list entries, within the list's limits. Default: 1. */
  items?: number;
  /** How many times to repeat the example text. Default: 1. */
  lengthFactor?: number;
  /** Index of the option in a union; wraps around. Default: 0. */
  option?: number;
  /** Index on the page, so that headings differ. Default: 0. */
  nth?: number;
  /** An existing name for the nth reference. Default: the name in the schema. */
  refer?: (reference: Reference, nth: number) => string;
}

/** Generates a valid value from the examples in a schema. */
export function exampleValue(schema: SchemaNode, style: ExampleStyle = {}): unknown {
  const { includesOptional = false, items = 1, lengthFactor = 1, option = 0, refer } = style;
  let references = 0;
  return exampleOf(schema, style.nth ?? 0);

  /** @param nth index of the list entry; 0 has the unchanged example */
  function exampleOf(schema: SchemaNode, nth: number): unknown {
    const { reference } = v.getMetadata(schema);
    if (reference && refer) return refer(reference as Reference, references++);
    if (schema.wrapped) return includesOptional ? exampleOf(schema.wrapped, nth) : undefined;
    if (schema.entries) return groupOf(schema.entries, nth);
    const [example]: readonly unknown[] = v.getExamples(schema);
    if (example !== undefined) return variationOf(example, schema, nth);
    if (schema.item) return listOf(schema, schema.item);
    if (schema.value) return { champagne: exampleOf(schema.value, nth) };
    if ('literal' in schema) return schema.literal;
    return optionOf(schema.options ?? [], nth);
  }

  function optionOf(options: readonly (SchemaNode | string)[], nth: number) {
    const chosen = options[(option + nth) % options.length] ?? '…';
    return typeof chosen === 'string' ? chosen : exampleOf(chosen, nth);
  }

  function groupOf(entries: Record<string, SchemaNode>, nth: number) {
    const group: Record<string, unknown> = {};
    for (const [key, schema] of Object.entries(entries)) {
      const value = exampleOf(schema, nth);
      if (value !== undefined) group[key] = value;
    }
    return group;
  }

  function listOf(schema: SchemaNode, item: SchemaNode): unknown[] {
    const least = limitOf(schema, 'min_length') ?? 0;
    const most = limitOf(schema, 'max_length') ?? items;
    const length = Math.max(least, Math.min(items, most));
    return Array.from({ length }, (_, nth) => exampleOf(item, nth));
  }

  /** A longer or different text if the schema allows it. */
  function variationOf(example: unknown, schema: SchemaNode, nth: number): unknown {
    if (typeof example !== 'string') return example;
    const text = Array(lengthFactor).fill(example).join(' ');
    const varied = nth === 0 ? text : `${text} ${nth + 1}`;
    return v.is(schema, varied) ? varied : example;
  }
}
