import * as v from 'valibot';
import { linksIn } from '../rich-text/parse-rich-text.ts';
import type { Markup, Reference } from './content-values.ts';

/* Walks content along its schema, to find values in every kind of section. */

/** Steps from the top of a content file to a value: `['sections', 1, 'heading']`. */
export type FieldPath = (string | number)[];

/** The parts of a Valibot schema that `content.ts` and the sections use. */
export interface SchemaNode extends v.GenericSchema {
  /** The fields of a group. */
  entries?: Record<string, SchemaNode>;
  /** The schema of a list's entries. */
  item?: SchemaNode;
  /** The schema of a record's values. */
  value?: SchemaNode;
  /** The schema inside an optional field. */
  wrapped?: SchemaNode;
  /** The options of a union or variant, or the values of a picklist. */
  options?: readonly (SchemaNode | string)[];
  /** The schema, followed by its validation and metadata actions. */
  pipe?: readonly { type: string; requirement?: unknown; pipe?: unknown }[];
  /** The discriminator of a variant ('kind'), or the key schema of a record. */
  key?: string | v.GenericSchema;
}

/** @param owner the group or list that contains the value */
type Visit = (value: unknown, schema: SchemaNode, path: FieldPath, owner: unknown) => void;

/** Visits a value and all its descendants, each with its schema. */
export function walkContent(
  schema: SchemaNode,
  value: unknown,
  visit: Visit,
  path: FieldPath = [],
  owner?: unknown,
): void {
  const chosen = schemaFor(schema, value);
  visit(value, chosen, path, owner);
  for (const [step, inner, child] of childrenOf(chosen, value)) {
    if (inner) walkContent(inner, child, visit, [...path, step], value);
  }
}

/** Visits every reference, including links inside texts. */
export function visitReferences(
  schema: SchemaNode,
  value: unknown,
  visit: (reference: Reference, value: string, path: FieldPath, isInText: boolean) => void,
): void {
  walkContent(schema, value, (found, described, path) => {
    if (typeof found !== 'string') return;
    const { reference } = v.getMetadata(described);
    if (reference) visit(reference as Reference, found, path, false);
    if (!markupOf(described)) return;
    for (const target of linksIn(found)) visit('link', target, path, true);
  });
}

/** The Markdown that a text supports; undefined for plain text. */
export function markupOf(schema: SchemaNode): Markup | undefined {
  return v.getMetadata(schema).markup as Markup | undefined;
}

/**
 * Resolves optional schemas and unions to the schema that describes this value. If no option
 * matches, returns the first group option for a group, or else the union itself.
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

/** The schemas of a union; empty for any other schema. */
export function optionsOf({ options = [] }: SchemaNode): SchemaNode[] {
  return options.filter((option) => typeof option !== 'string');
}

/** Lists the entries of a group or list. The schema is undefined for an unknown field. */
export function childrenOf(
  schema: SchemaNode,
  value: unknown,
): [step: string | number, schema: SchemaNode | undefined, value: unknown][] {
  if (Array.isArray(value)) return value.map((child, i) => [i, schema.item, child]);
  if (!isGroup(value)) return [];
  return Object.entries(value).map(([key, child]) => {
    const isDescribed = schema.entries && Object.hasOwn(schema.entries, key);
    return [key, isDescribed ? schema.entries?.[key] : schema.value, child];
  });
}

/** The value of a length limit ('min_length') anywhere in the schema's pipe. */
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
