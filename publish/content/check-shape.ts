import * as v from 'valibot';
import { isInCurlyQuotes } from '../../release/text.ts';
import {
  childrenOf,
  type FieldPath,
  isGroup,
  optionsOf,
  type SchemaNode,
  schemaFor,
  walkContent,
} from '../../site/schema/content-walk.ts';
import { findClosest } from './closest-match.ts';
import { errorAt, type Finding, warningAt } from './finding.ts';
import type { YamlFile } from './read-yaml.ts';
import { describeExpected, writeExample } from './write-example.ts';

/**
 * Validates a file. Unknown fields are left out, because another version may have written them.
 *
 * @returns the value with defaults applied, undefined if there are errors
 */
export function checkShape<Schema extends v.GenericSchema>(
  yaml: YamlFile,
  schema: Schema,
): { value: v.InferOutput<Schema> | undefined; findings: Finding[] } {
  const { success, output, issues = [] } = v.safeParse(schema, yaml.value);
  const warnings = findUnknownFields(yaml, schema);
  const located = issues.flatMap((issue) => locate(issue));
  const errors = findErrors(yaml, schema, yaml.value, [], located);
  return { value: success ? output : undefined, findings: [...warnings, ...errors] };
}

function findUnknownFields(yaml: YamlFile, schema: SchemaNode): Finding[] {
  const findings: Finding[] = [];
  walkContent(schema, yaml.value, (value, { entries }, path) => {
    if (!entries || !isGroup(value)) return;
    const names = Object.keys(entries);
    const unknown = Object.keys(value).filter((key) => !names.includes(key));
    for (const key of unknown) {
      const meant = findClosest(key, names);
      const hint = meant ? `bedoel je '${meant}'?` : `wel: ${names.join(', ')}.`;
      const message = `Het veld '${key}' kennen we hier niet en blijft weg; ${hint}`;
      findings.push(warningAt(yaml, [...path, key], message));
    }
  });
  return findings;
}

interface LocatedIssue {
  path: FieldPath;
  issue: v.BaseIssue<unknown>;
}

/**
 * Resolves the path of an issue from the file's root. The issues of a union's options have paths
 * that begin at the union, and are resolved too.
 */
function locate(issue: v.BaseIssue<unknown>, within: FieldPath = []): LocatedIssue[] {
  const steps = issue.path?.map(({ key }) => key as FieldPath[number]) ?? [];
  const path = [...within, ...steps];
  return [{ path, issue }, ...(issue.issues ?? []).flatMap((inner) => locate(inner, path))];
}

/**
 * Finds the errors in the fields or entries of a value. Only when they have none, the value itself
 * has the error.
 *
 * @param issues those at the path or below it
 */
function findErrors(
  yaml: YamlFile,
  schema: SchemaNode,
  value: unknown,
  path: FieldPath,
  issues: LocatedIssue[],
): Finding[] {
  const [first] = issues;
  if (!first) return [];
  if (schema.wrapped) return findErrors(yaml, schema.wrapped, value, path, issues);
  const inner: Finding[] = [];
  for (const [step, part, entry] of partsOf(schema, value)) {
    const below = issues.filter((issue) => issue.path[path.length] === step);
    if (part) inner.push(...findErrors(yaml, part, entry, [...path, step], below));
  }
  if (inner.length > 0) return inner;
  const isDescribed = schema.entries || schema.item || v.getDescription(schema) !== undefined;
  // A value without a description is described with the value that contains it.
  if (!isDescribed) return [];
  const name = path.at(-1);
  const found =
    value === undefined && name !== undefined
      ? `‘${v.getTitle(schema) ?? name}’ is niet ingevuld`
      : `Hier staat ${describeFound(first.issue, value)}`;
  const message = `${found}; verwacht wordt ${describeExpected(schema)}.`;
  return [errorAt(yaml, path, message, writeExample(schema, name))];
}

/** Lists the fields of a group, including missing ones, or the entries of a list. */
function partsOf(schema: SchemaNode, value: unknown): ReturnType<typeof childrenOf> {
  const groups = optionsOf(schema).filter(({ entries }) => entries);
  const isVariant = typeof schema.key === 'string';
  // A union of groups is described as a whole.
  if (groups.length > 1 && !isVariant) return childrenOf(schema, value);
  const chosen = schemaFor(schema, value);
  if (!chosen.entries || !isGroup(value)) return childrenOf(chosen, value);
  const fields = Object.entries(chosen.entries);
  return fields.map(([key, part]) => [key, part, value[key]]);
}

function describeFound(issue: v.BaseIssue<unknown>, value: unknown): string {
  if (value === null || value === undefined) return 'niets';
  if (typeof value !== 'string') {
    const json = shorten(JSON.stringify(value));
    if (issue.expected !== 'string') return json;
    return `${json}, zonder aanhalingstekens rond de hele tekst`;
  }
  const text = value.trim();
  if (text === '') return 'een lege tekst';
  if (issue.type === 'max_length') return `een tekst van ${text.length} tekens`;
  const lines = text.split('\n').length;
  if (lines > 1) return `een tekst van ${lines} regels in plaats van één`;
  const quoted = `'${shorten(text)}'`;
  if (!isInCurlyQuotes(text)) return quoted;
  return `${quoted}, met kromme in plaats van rechte aanhalingstekens`;
}

function shorten(text: string): string {
  if (text.length <= 70) return text;
  return `${text.slice(0, 70)}…`;
}
