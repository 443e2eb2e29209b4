import * as v from 'valibot';
import type { Reference } from '../content-values.ts';
import type { SchemaNode } from '../content-walk.ts';

/** Options for generating an example. */
export interface ExampleStyle {
  /** Whether to include optional fields. */
  optional: boolean;
  /** Number of list entries, within the list's own limits. */
  items: number;
  /** How many times to repeat the example text. */
  lengthFactor: number;
  /** Index of the option to choose in a union; wraps around. */
  option: number;
  /** Index of the example on the page, so that headings differ. */
  nth: number;
  /** Returns an existing name for the nth reference. */
  refer: (reference: Reference, nth: number) => string;
}

/**
 * Generates a valid value from the examples in a schema.
 *
 * @throws Error for a field without an example or options
 */
export function exampleValue(schema: SchemaNode, style: ExampleStyle): unknown {
  let references = 0;
  return exampleOf(schema, style.nth);

  /** @param nth index of the list entry; 0 has the unchanged example */
  function exampleOf(schema: SchemaNode, nth: number): unknown {
    const { reference } = v.getMetadata(schema);
    if (reference) return style.refer(reference as Reference, references++);
    if (schema.wrapped) return style.optional ? exampleOf(schema.wrapped, nth) : undefined;
    if (schema.entries) return groupOf(schema.entries, nth);
    const [example]: readonly unknown[] = v.getExamples(schema);
    if (example !== undefined) return variationOf(example, schema, nth);
    if (schema.item) return listOf(schema, schema.item);
    const option = schema.options?.[(style.option + nth) % schema.options.length];
    if (option === undefined) throw new Error(`No example of ${v.getTitle(schema) ?? schema.type}`);
    return typeof option === 'string' ? option : exampleOf(option, nth);
  }

  function groupOf(entries: Record<string, SchemaNode>, nth: number) {
    const fields = Object.entries(entries).map(([key, schema]) => [key, exampleOf(schema, nth)]);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }

  function listOf(schema: SchemaNode, item: SchemaNode): unknown[] {
    const few = Array.from({ length: style.items }, (_, i) => style.items - i);
    const more = few.map((_, i) => style.items + 1 + i);
    for (const length of [...few, ...more]) {
      const list = Array.from({ length }, (_, nth) => exampleOf(item, nth));
      if (v.is(schema, list)) return list;
    }
    return [];
  }

  /** A longer or different text if the schema allows it. */
  function variationOf(example: unknown, schema: SchemaNode, nth: number): unknown {
    if (typeof example !== 'string') return example;
    const text = Array(style.lengthFactor).fill(example).join(' ');
    const varied = nth === 0 ? text : `${text} ${nth + 1}`;
    return v.is(schema, varied) ? varied : example;
  }
}
