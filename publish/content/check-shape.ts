import * as v from 'valibot';
import { isInCurlyQuotes } from '../../site/content-values.ts';
import { type ContentProblem, type FieldPath, findNearest } from './content-error.ts';
import type { SchemaNode } from './content-files.ts';
import type { YamlFile } from './parse-yaml.ts';
import { describeExpected, findGoodValue, writeExample, writeYaml } from './write-example.ts';

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

  const unknown = findUnknownFields(yaml, schema);
  // A field written wrongly is one mistake, not two: no word of the field it was meant to be.
  const meant = new Set(unknown.map((field) => field.meant?.join('.')));
  const seen = new Set<string>();
  for (const issue of result.issues) {
    // An unknown field; Valibot names only the first.
    if (issue.type === 'strict_object' && issue.expected === 'never') continue;
    const steps = (issue.path ?? []).map(({ key }) => key as string | number);
    const field = wholeField(yaml.file, steps);
    if (seen.has(field.join('.'))) continue;
    seen.add(field.join('.'));
    const isMissing = issue.path?.at(-1)?.origin === 'key';
    if (isMissing && meant.has(field.join('.'))) continue;
    problems.push({
      file: yaml.file,
      line: yaml.lineOf(field),
      field,
      found: isMissing ? 'dit veld ontbreekt' : describeFound(issue, steps.length - field.length),
      expected: describeExpected(yaml.file, schema, field),
      example: writeExample(yaml.file, schema, field),
    });
  }
  problems.push(...unknown.map(({ problem }) => problem));
  return undefined;
}

/** A field that is explained as a whole (a pair of numbers) is named as a whole. */
function wholeField(file: string, steps: FieldPath): FieldPath {
  const end = steps.findIndex((_, i) => findGoodValue(file, steps.slice(0, i + 1)));
  return end < 0 ? steps : steps.slice(0, end + 1);
}

/** @param within how many steps below the field that is named the wrong value stands */
function describeFound(issue: v.BaseIssue<unknown>, within: number): string {
  const { input } = issue;
  if (within > 0) return JSON.stringify(issue.path?.at(-within)?.input).replaceAll(',', ', ');
  if (input === null || input === undefined) return 'hier staat niets';
  if (typeof input === 'number') {
    const asText =
      issue.expected === 'string' ? '; zet het tussen aanhalingstekens als het tekst is' : '';
    return `het getal ${input}${asText}`;
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
  return describeText(String(input).trim(), issue.type);
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

interface UnknownField {
  problem: ContentProblem;
  /** The known field it probably is. */
  meant: FieldPath | undefined;
}

/** Valibot reports one unknown field of a group; this finds all of them. */
function findUnknownFields(yaml: YamlFile, root: SchemaNode): UnknownField[] {
  return search(root, yaml.value, []);

  function search(schema: SchemaNode | undefined, value: unknown, path: FieldPath): UnknownField[] {
    if (!schema || typeof value !== 'object' || value === null) return [];
    if (Array.isArray(value)) {
      return value.flatMap((one, i) => search(schema.item, one, [...path, i]));
    }
    return Object.entries(value).flatMap(([key, one]) => {
      const { entries } = schema;
      if (!entries) return search(schema.value, one, [...path, key]);
      if (Object.hasOwn(entries, key)) return search(entries[key], one, [...path, key]);
      return describeUnknown(key, one, Object.keys(entries), path);
    });
  }

  function describeUnknown(
    key: string,
    value: unknown,
    known: string[],
    path: FieldPath,
  ): UnknownField {
    const nearest = findNearest(key, known);
    const field = [...path, key];
    const meant = nearest === undefined ? undefined : [...path, nearest];
    return {
      meant,
      problem: {
        file: yaml.file,
        line: yaml.lineOf(field),
        field,
        found: `het veld '${key}' kennen we hier niet`,
        expected: meant
          ? `het veld '${nearest}', denken we`
          : `een van deze: ${known.join(', ')}; of een # vooraan, als het een nota voor jezelf is`,
        example: meant
          ? writeExample(yaml.file, root, meant)
          : writeYaml({ [key]: value }).replace(/^(?=.)/gm, '# '),
      },
    };
  }
}
