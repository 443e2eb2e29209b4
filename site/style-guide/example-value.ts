import * as v from 'valibot';
import type { Reference } from '../content-values.ts';
import type { SchemaNode } from '../content-walk.ts';

/** How an example is made from a schema. */
export interface ExampleStyle {
  /** Whether optional fields are there. */
  optional: boolean;
  /** Entries of a list, as near as its own limits allow. */
  items: number;
  /** Texts are this many times as long as the examples that stand with their fields. */
  wordiness: number;
  /** Which option of a choice, counted from 0; past the last it begins again. */
  option: number;
  /** Which of several on a page: no two shall have the same heading. */
  nth: number;
  /** Names something that exists; `nth` grows from one name to the next. */
  refer: (reference: Reference, nth: number) => string;
}

/**
 * A right value of a schema, made from the examples in it: a new kind of section needs not a word
 * here.
 *
 * @throws Error for a field without an example whose value cannot be guessed
 */
export function exampleValue(schema: SchemaNode, style: ExampleStyle): unknown {
  let references = 0;
  return exampleOf(schema, style.nth);

  /** @param nth which entry of a list it belongs to; 0 has the example as it stands */
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

  /** A longer or another text, where the field takes one: a web address stays as it is. */
  function variationOf(example: unknown, schema: SchemaNode, nth: number): unknown {
    if (typeof example !== 'string') return example;
    const text = Array(style.wordiness).fill(example).join(' ');
    const varied = nth === 0 ? text : `${text} ${nth + 1}`;
    return v.is(schema, varied) ? varied : example;
  }
}
