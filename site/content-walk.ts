import * as v from 'valibot';
import type { Markup, Reference } from './content-values.ts';
import { linksIn } from './rich-text/parse-rich-text.ts';

/**
 * Walks through content by its schema. The checks, the preparation of photos and the desk find what
 * they look for through here, whatever the kind of section it is part of.
 */

/** Steps from the top of a content file to a value: `['sections', 1, 'heading']`. */
export type FieldPath = (string | number)[];

/** The parts of a Valibot schema that `content.ts` and the sections use. */
export interface SchemaNode extends v.GenericSchema {
  /** A group's fields. */
  entries?: Record<string, SchemaNode>;
  /** A list's entries. */
  item?: SchemaNode;
  /** A record's values. */
  value?: SchemaNode;
  /** Of an optional field. */
  wrapped?: SchemaNode;
  /** Of a choice between schemas; a picklist's words. */
  options?: readonly (SchemaNode | string)[];
  /** The schema itself, then what else holds for its values. */
  pipe?: readonly { type: string; requirement?: unknown; pipe?: unknown }[];
  /** The field that tells the groups of a choice apart: 'kind'. A record's names. */
  key?: string | v.GenericSchema;
}

type Visit = (value: unknown, schema: SchemaNode, path: FieldPath) => void;

/** Visits a value and everything within, each with the schema that describes it. */
export function walkContent(
  schema: SchemaNode,
  value: unknown,
  visit: Visit,
  path: FieldPath = [],
): void {
  const chosen = schemaFor(schema, value);
  visit(value, chosen, path);
  for (const [step, inner, one] of childrenOf(chosen, value)) {
    if (inner) walkContent(inner, one, visit, [...path, step]);
  }
}

/**
 * Visits every value that names something elsewhere: a photo, a file, a link, a subject; and the links
 * within running texts.
 */
export function visitReferences(
  schema: SchemaNode,
  value: unknown,
  visit: (reference: Reference, value: string, path: FieldPath, isWithin: boolean) => void,
): void {
  walkContent(schema, value, (one, described, path) => {
    if (typeof one !== 'string') return;
    const { reference } = v.getMetadata(described);
    if (reference) visit(reference as Reference, one, path, false);
    if (markupOf(described)) for (const target of linksIn(one)) visit('link', target, path, true);
  });
}

/** Of a running text; undefined for one in which every sign stands for itself. */
export function markupOf(schema: SchemaNode): Markup | undefined {
  return v.getMetadata(schema).markup as Markup | undefined;
}

/**
 * The schema that describes a value: behind 'optional', and of a choice the one that the value is,
 * else the first that is a group when the value is one. A choice of other values stays as it is.
 */
export function schemaFor(schema: SchemaNode, value: unknown): SchemaNode {
  if (schema.wrapped) return schemaFor(schema.wrapped, value);
  const options = optionsOf(schema);
  const { key } = schema;
  if (typeof key === 'string') {
    const matching = options.find((option) => {
      const entry = option.entries?.[key];
      return entry && isGroup(value) && v.is(entry, value[key]);
    });
    return matching ?? schema;
  }
  const exact = options.find((option) => v.is(option, value));
  return exact ?? options.find(({ entries }) => entries && isGroup(value)) ?? schema;
}

/** The schemas a value may have one of; none when there is no choice. */
export function optionsOf({ options = [] }: SchemaNode): SchemaNode[] {
  return options.filter((option) => typeof option !== 'string');
}

/** Parts of a group or list; without a schema where the group knows no such field. */
export function childrenOf(
  schema: SchemaNode,
  value: unknown,
): [step: string | number, schema: SchemaNode | undefined, value: unknown][] {
  if (Array.isArray(value)) return value.map((one, i) => [i, schema.item, one]);
  if (!isGroup(value)) return [];
  return Object.entries(value).map(([key, one]) => {
    const known = schema.entries && Object.hasOwn(schema.entries, key);
    return [key, known ? schema.entries?.[key] : schema.value, one];
  });
}

/** A limit of a list's length ('min_length'), however often it was described. */
export function limitOf(schema: SchemaNode, type: string): number | undefined {
  for (const action of schema.pipe ?? []) {
    if (action.type === type) return Number(action.requirement);
    const inner = action.pipe ? limitOf(action as SchemaNode, type) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

export function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
