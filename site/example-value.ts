import * as v from 'valibot';
import type { Reference } from './content-values.ts';
import type { SchemaNode } from './content-walk.ts';

/** Options for generating an example. */
export interface ExampleStyle {
  /** Whether to include optional fields. Default: false. */
  optional?: boolean;
  /** Number of list entries, within the list's own limits. Default: 1. */
  items?: number;
  /** How many times to repeat the example text. Default: 1. */
  lengthFactor?: number;
  /** Index of the option to choose in a union; wraps around. Default: 0. */
  option?: number;
  /** Index of the example on the page, so that headings differ. Default: 0. */
  nth?: number;
  /** Returns an existing name for the nth reference. Default: the name in the schema. */
  refer?: (reference: Reference, nth: number) => string;
}

/** Generates a valid value from the examples in a schema. */
export function exampleValue(schema: SchemaNode, style: ExampleStyle = {}): unknown {
  const { optional = false, items = 1, lengthFactor = 1, option = 0, refer } = style;
  let references = 0;
  return exampleOf(schema, style.nth ?? 0);

  /** @param nth index of the list entry; 0 has the unchanged example */
  function exampleOf(schema: SchemaNode, nth: number): unknown {
    const { reference } = v.getMetadata(schema);
    if (reference && refer) return refer(reference as Reference, references++);
    if (schema.wrapped) return optional ? exampleOf(schema.wrapped, nth) : undefined;
    if (schema.entries) return groupOf(schema.entries, nth);
    const [example]: readonly unknown[] = v.getExamples(schema);
    if (example !== undefined) return variationOf(example, schema, nth);
    if (schema.item) return listOf(schema, schema.item);
    if (schema.value) return { champagne: exampleOf(schema.value, nth) };
    if ('literal' in schema) return schema.literal;
    const chosen = schema.options?.[(option + nth) % schema.options.length] ?? '…';
    return typeof chosen === 'string' ? chosen : exampleOf(chosen, nth);
  }

  function groupOf(entries: Record<string, SchemaNode>, nth: number) {
    const fields = Object.entries(entries).map(([key, schema]) => [key, exampleOf(schema, nth)]);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }

  function listOf(schema: SchemaNode, item: SchemaNode): unknown[] {
    const few = Array.from({ length: items }, (_, i) => items - i);
    const more = few.map((_, i) => items + 1 + i);
    for (const length of [...few, ...more]) {
      const list = Array.from({ length }, (_, nth) => exampleOf(item, nth));
      if (v.is(schema, list)) return list;
    }
    return [];
  }

  /** A longer or different text if the schema allows it. */
  function variationOf(example: unknown, schema: SchemaNode, nth: number): unknown {
    if (typeof example !== 'string') return example;
    const text = Array(lengthFactor).fill(example).join(' ');
    const varied = nth === 0 ? text : `${text} ${nth + 1}`;
    return v.is(schema, varied) ? varied : example;
  }
}
