import * as v from 'valibot';
import { type ContentProblem, type FieldPath, findNearest } from './content-error.ts';
import type { SchemaNode } from './content-files.ts';
import { describeExpected, writeExample } from './good-values.ts';
import type { YamlFile } from './yaml-file.ts';

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
  const result = v.safeParse(schema, yaml.value);
  if (result.success) return result.output;

  const seen = new Set<string>();
  for (const issue of result.issues) {
    if (issue.expected === 'never') continue; // an unknown field; Valibot names only the first
    const field = (issue.path ?? []).map(({ key }) => key as string | number);
    if (seen.has(field.join('.'))) continue;
    seen.add(field.join('.'));
    const isMissing = issue.path?.at(-1)?.origin === 'key';
    problems.push({
      file: yaml.file,
      line: yaml.lineOf(field),
      field,
      found: isMissing ? 'dit veld ontbreekt' : describeFound(issue),
      expected: describeExpected(yaml.file, schema, field),
      example: writeExample(yaml.file, schema, field),
    });
  }
  problems.push(...findUnknownFields(yaml, schema));
  return undefined;
}

function describeFound(issue: v.BaseIssue<unknown>): string {
  const { input } = issue;
  if (input === null || input === undefined) return 'hier staat niets';
  if (typeof input === 'number' && issue.kind === 'schema') {
    return `het getal ${input}; zet het tussen aanhalingstekens als het tekst is`;
  }
  if (typeof input === 'boolean') return `${input}, zonder aanhalingstekens`;
  if (Array.isArray(input)) {
    return issue.kind === 'validation'
      ? `een lijst van ${input.length}`
      : 'een lijst met streepjes';
  }
  if (typeof input === 'object') {
    const fields = Object.keys(input).join(', ');
    return `een groep velden (${fields}); staat er een dubbele punt in je tekst, zet hem dan tussen aanhalingstekens`;
  }
  const text = String(input);
  if (text.trim() === '') return 'een lege tekst';
  if (issue.type === 'max_length') return `een tekst van ${text.length} tekens`;
  return `'${text.length > 70 ? `${text.slice(0, 70)}…` : text}'`;
}

/** Valibot reports one unknown field of a group; this finds all of them. */
function findUnknownFields(yaml: YamlFile, root: SchemaNode): ContentProblem[] {
  return search(root, yaml.value, []);

  function search(schema: SchemaNode | undefined, value: unknown, path: FieldPath) {
    const problems: ContentProblem[] = [];
    if (!schema || typeof value !== 'object' || value === null) return problems;
    if (Array.isArray(value)) {
      return value.flatMap((one, i): ContentProblem[] => search(schema.item, one, [...path, i]));
    }
    for (const [key, one] of Object.entries(value)) {
      const known = schema.entries;
      const inner = known
        ? Object.entries(known).find(([name]) => name === key)?.[1]
        : schema.value;
      if (inner || !known) problems.push(...search(inner, one, [...path, key]));
      else problems.push(describeUnknown(key, Object.keys(known), path));
    }
    return problems;
  }

  function describeUnknown(key: string, known: string[], path: FieldPath): ContentProblem {
    const nearest = findNearest(key, known);
    const field = [...path, key];
    return {
      file: yaml.file,
      line: yaml.lineOf(field),
      field,
      found: `het veld '${key}' kennen we hier niet`,
      expected: nearest ? `het veld '${nearest}', denken we` : `een van deze: ${known.join(', ')}`,
      ...(nearest && { example: writeExample(yaml.file, root, [...path, nearest]) }),
    };
  }
}
