import * as v from 'valibot';
import { isInCurlyQuotes } from '../../enquiry/text.ts';
import {
  type FieldPath,
  isGroup,
  optionsOf,
  type SchemaNode,
  schemaFor,
  walkContent,
} from '../../site/content-walk.ts';
import { findNearest } from '../../site/nearest.ts';
import { errorAt, type Finding, warningAt } from './finding.ts';
import type { YamlFile } from './read-yaml.ts';
import { describeExpected, writeExample } from './write-example.ts';

/** The value with defaults applied, or the errors. */
export type CheckedShape<Schema extends v.GenericSchema> =
  | { value: v.InferOutput<Schema>; findings: Finding[] }
  | { value: undefined; findings: Finding[] };

/**
 * Validates a file. Fields that the schema does not know are left out, with a warning: they may come
 * from an older or a newer version of the site.
 */
export function checkShape<Schema extends v.GenericSchema>(
  yaml: YamlFile,
  schema: Schema,
): CheckedShape<Schema> {
  const warnings = [...findUnknownFields(yaml, schema)];
  const result = v.safeParse(schema, yaml.value);
  if (result.success) return { value: result.output, findings: warnings };
  const errors = result.issues.flatMap((issue) => [...explain(issue, schema, yaml)]);
  // Report only the first broken rule of a value.
  const first = new Map(errors.toReversed().map((error) => [JSON.stringify(error.path), error]));
  return { value: undefined, findings: [...warnings, ...[...first.values()].toReversed()] };
}

function findUnknownFields(yaml: YamlFile, schema: SchemaNode): Finding[] {
  const findings: Finding[] = [];
  walkContent(schema, yaml.value, (value, { entries }, path) => {
    if (!entries || !isGroup(value)) return;
    const unknown = Object.keys(value).filter((key) => !Object.hasOwn(entries, key));
    for (const key of unknown) {
      const meant = findNearest(key, Object.keys(entries));
      const hint = meant
        ? `bedoel je '${meant}'?`
        : `wel: ${Object.keys(entries).join(', ')}; met een # vooraan is het een nota voor jezelf.`;
      const message = `Het veld '${key}' kennen we hier niet en blijft weg; ${hint}`;
      findings.push(warningAt(yaml, [...path, key], message));
    }
  });
  return findings;
}

/** Explains an issue to the caterer with the nearest described field. */
function* explain(
  issue: v.BaseIssue<unknown>,
  root: SchemaNode,
  yaml: YamlFile,
  above: FieldPath = [],
): Generator<Finding> {
  const steps = (issue.path ?? []).map(({ key }) => key as string | number);
  const trail = trailTo(root, yaml.value, [...above, ...steps]);
  const last = trail.at(-1);
  if (!last) return;
  if (issue.type === 'variant') {
    const kinds = optionsOf(last.schema).map((option) =>
      String(option.entries?.kind?.expects).slice(1, -1),
    );
    const message = `Het veld 'kind' ontbreekt; verwacht wordt één van: ${kinds.join(', ')}.`;
    yield errorAt(yaml, [...last.path, 'kind'], message, `kind: ${kinds[0]}`);
    return;
  }
  // For a union of a text and a group, treat a group value as the group option.
  const [group, ...others] = optionsOf(last.declared).filter(({ entries }) => entries);
  if (issue.type === 'union' && group && others.length === 0 && isGroup(last.value)) {
    const { issues = [] } = v.safeParse(group, last.value);
    for (const inner of issues) yield* explain(inner, root, yaml, last.path);
    return;
  }
  const at =
    trail.findLast(({ declared }) => v.getDescription(declared) ?? declared.entries) ?? last;
  const found =
    at.value === undefined && at.path.length > 0
      ? `Het veld '${at.path.at(-1)}' ontbreekt`
      : `Hier staat ${describeFound(issue, at.value)}`;
  yield errorAt(
    yaml,
    at.path,
    `${found}; verwacht wordt ${describeExpected(at.declared)}.`,
    writeExample(at.declared, at.path.at(-1)),
  );
}

interface Step {
  path: FieldPath;
  /** The schema in its parent, which may be a union. */
  declared: SchemaNode;
  /** The option of that union that applies to the value. */
  schema: SchemaNode;
  value: unknown;
}

/** The values and schemas on the path from the top of a file to a field. */
function trailTo(root: SchemaNode, value: unknown, path: FieldPath): Step[] {
  const trail: Step[] = [stepTo([], root, value)];
  for (const [i, step] of path.entries()) {
    const { schema, value: around } = trail.at(-1) as Step;
    const described =
      typeof step === 'number' ? schema.item : (schema.entries?.[step] ?? schema.value);
    if (!described) break;
    const inner = (around as Record<string | number, unknown> | undefined)?.[step];
    trail.push(stepTo(path.slice(0, i + 1), described, inner));
  }
  return trail;
}

function stepTo(path: FieldPath, declared: SchemaNode, value: unknown): Step {
  if (declared.wrapped) return stepTo(path, declared.wrapped, value);
  return { path, declared, schema: schemaFor(declared, value), value };
}

function describeFound(issue: v.BaseIssue<unknown>, value: unknown): string {
  if (value === null || value === undefined) return 'niets';
  if (typeof value === 'number') {
    const asText = issue.expected === 'string' ? ' zonder aanhalingstekens' : '';
    return `het getal ${value}${asText}`;
  }
  if (typeof value === 'boolean') return `${value}, zonder aanhalingstekens`;
  if (Array.isArray(value)) {
    const isShort = value.every((one) => typeof one !== 'object');
    return isShort ? `[${value.join(', ')}]` : `een lijst van ${value.length}`;
  }
  if (isGroup(value)) {
    const hint =
      issue.expected === 'string'
        ? ', misschien door een dubbele punt in een tekst zonder aanhalingstekens'
        : '';
    return `een groep velden (${Object.keys(value).join(', ')})${hint}`;
  }
  return describeText(String(value).trim(), issue.type);
}

function describeText(text: string, rule: string): string {
  if (text === '') return 'een lege tekst';
  const start = `'${text.length > 70 ? `${text.slice(0, 70)}…` : text}'`;
  if (isInCurlyQuotes(text)) return `${start}, met kromme in plaats van rechte aanhalingstekens`;
  if (rule === 'max_length') return `een tekst van ${text.length} tekens`;
  const lines = text.split(/\r?\n/).length;
  return lines > 1 ? `een tekst van ${lines} regels in plaats van één` : start;
}
