import * as v from 'valibot';
import { isInCurlyQuotes } from '../../enquiry/text.ts';
import {
  childrenOf,
  type FieldPath,
  isGroup,
  optionsOf,
  type SchemaNode,
  schemaFor,
} from '../../site/content-walk.ts';
import { findNearest } from '../../site/nearest.ts';
import { type ContentProblem, type Finding, problemAt } from './content-error.ts';
import { describeExpected, writeExample, writeYaml } from './write-example.ts';
import type { YamlFile } from './yaml/parse-yaml.ts';

/**
 * Holds a file against its schema. Every difference goes to `problems`.
 *
 * @returns the checked value, or undefined when it differs.
 */
export function checkShape<Schema extends v.GenericSchema>(
  yaml: YamlFile,
  schema: Schema,
  problems: ContentProblem[],
): v.InferOutput<Schema> | undefined {
  const found = [...findDifferences(schema, yaml.value, [])];
  problems.push(...found.map(({ field, ...finding }) => problemAt(yaml, field, finding)));
  return found.length === 0 ? v.parse(schema, yaml.value) : undefined;
}

interface Difference extends Finding {
  field: FieldPath;
}

/** Part by part, because Valibot names one unknown field of a group, and of a choice no part. */
function* findDifferences(
  schema: SchemaNode,
  value: unknown,
  field: FieldPath,
): Generator<Difference> {
  if (schema.wrapped) {
    yield* findDifferences(schema.wrapped, value, field);
    return;
  }
  const groups = optionsOf(schema).filter(({ entries }) => entries);
  if (groups.length > 1 && typeof schema.key !== 'string' && isGroup(value)) {
    // The one it was probably meant to be.
    const tries = groups.map((group) => [...findDifferences(group, value, field)]);
    yield* tries.sort((a, b) => a.length - b.length)[0] ?? [];
    return;
  }
  const chosen = schemaFor(schema, value);
  const kind = chosen.key;
  if (typeof kind === 'string' && isGroup(value)) {
    yield describeUnknownKind(chosen, kind, value[kind], [...field, kind]);
    return;
  }
  const issue = ownIssue(chosen, value);
  if (issue) {
    yield {
      field,
      found: describeFound(issue, value),
      expected: describeExpected(chosen),
      example: writeExample(chosen, field.at(-1)),
    };
    return;
  }
  if (chosen.entries && isGroup(value)) yield* findWrongNames(chosen.entries, value, field);
  if (isWhole(chosen)) return;
  for (const [step, inner, one] of childrenOf(chosen, value)) {
    if (inner) yield* findDifferences(inner, one, [...field, step]);
  }
}

/** What is wrong with a value itself, not with a part that is named on its own. */
function ownIssue(schema: SchemaNode, value: unknown): v.BaseIssue<unknown> | undefined {
  const { issues = [] } = v.safeParse(schema, value);
  return issues.find(({ path }) => !path || isWhole(schema));
}

/** Explained as one: a text, a pair of numbers, a list of words that have no names of their own. */
function isWhole({ entries, value, item }: SchemaNode): boolean {
  if (entries ?? value) return false;
  const parts = item ? [item, ...optionsOf(item)] : [];
  return !(item && v.getDescription(item)) && !parts.some((part) => part.entries);
}

/** Fields that are missing, and fields that nobody knows. One written wrongly is one mistake. */
function* findWrongNames(
  entries: Record<string, SchemaNode>,
  value: Record<string, unknown>,
  field: FieldPath,
): Generator<Difference> {
  const meantFields = new Set<string>();
  for (const key of Object.keys(value).filter((key) => !Object.hasOwn(entries, key))) {
    const meant = findNearest(key, Object.keys(entries));
    const schema = meant && entries[meant];
    if (meant) meantFields.add(meant);
    yield {
      field: [...field, key],
      found: `het veld '${key}' kennen we hier niet`,
      expected: schema
        ? `het veld '${meant}', denken we`
        : `een van deze: ${Object.keys(entries).join(', ')}; of een # vooraan, als het een nota voor jezelf is`,
      example: schema
        ? writeExample(schema, meant)
        : writeYaml({ [key]: value[key] }).replace(/^(?=.)/gm, '# '),
    };
  }
  for (const [key, schema] of Object.entries(entries)) {
    if (key in value || schema.wrapped || meantFields.has(key)) continue;
    yield {
      field: [...field, key],
      found: 'dit veld ontbreekt',
      expected: describeExpected(schema),
      example: writeExample(schema, key),
    };
  }
}

function describeUnknownKind(
  choice: SchemaNode,
  key: string,
  written: unknown,
  field: FieldPath,
): Difference {
  const kinds = optionsOf(choice).map(({ entries }) =>
    String(entries?.[key]?.expects).slice(1, -1),
  );
  const nearest = findNearest(String(written ?? ''), kinds);
  return {
    field,
    found: written === undefined ? 'dit veld ontbreekt' : `'${written}' kennen we niet`,
    expected: `één van: ${kinds.join(', ')}`,
    example: `${key}: ${nearest ?? kinds[0]}`,
  };
}

function describeFound(issue: v.BaseIssue<unknown>, value: unknown): string {
  if (issue.path) return JSON.stringify(value).replaceAll(',', ', ');
  if (value === null || value === undefined) return 'hier staat niets';
  if (typeof value === 'number') {
    const asText =
      issue.expected === 'string' ? '; zet het tussen aanhalingstekens als het tekst is' : '';
    return `het getal ${value}${asText}`;
  }
  if (typeof value === 'boolean') return `${value}, zonder aanhalingstekens`;
  if (Array.isArray(value)) {
    return issue.kind === 'validation'
      ? `een lijst van ${value.length}`
      : 'een lijst met streepjes';
  }
  if (isGroup(value)) {
    const fields = Object.keys(value).join(', ');
    return `een groep velden (${fields}); staat er een dubbele punt in je tekst, zet hem dan tussen aanhalingstekens`;
  }
  return describeText(String(value).trim(), issue.type);
}

function describeText(text: string, rule: string): string {
  if (text === '') return 'een lege tekst';
  const start = `'${text.length > 70 ? `${text.slice(0, 70)}…` : text}'`;
  if (isInCurlyQuotes(text)) {
    return `${start}, met kromme aanhalingstekens; neem rechte ("), of laat ze weg`;
  }
  if (rule === 'max_length') return `een tekst van ${text.length} tekens`;
  const lines = text.split(/\r?\n/).length;
  return lines > 1 ? `een tekst van ${lines} regels; zet hem op één regel` : start;
}
