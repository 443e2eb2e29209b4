import * as v from 'valibot';
import { isInCurlyQuotes } from '../../enquiry/text.ts';
import {
  childrenOf,
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

/**
 * Validates a file. Fields that the schema does not know are left out, with a warning: they may come
 * from an older or a newer version of the site.
 *
 * @returns the value with defaults applied, undefined if there are errors
 */
export function checkShape<Schema extends v.GenericSchema>(
  yaml: YamlFile,
  schema: Schema,
): { value: v.InferOutput<Schema> | undefined; findings: Finding[] } {
  const { success, output } = v.safeParse(schema, yaml.value);
  return {
    value: success ? output : undefined,
    findings: [...findUnknownFields(yaml, schema), ...findErrors(yaml, schema, yaml.value, [])],
  };
}

function findUnknownFields(yaml: YamlFile, schema: SchemaNode): Finding[] {
  const findings: Finding[] = [];
  walkContent(schema, yaml.value, (value, { entries }, path) => {
    if (!entries || !isGroup(value)) return;
    for (const key of Object.keys(value)) {
      if (Object.hasOwn(entries, key)) continue;
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

/** The errors of a value are those of its fields or entries; if they have none, it is wrong itself. */
function findErrors(
  yaml: YamlFile,
  schema: SchemaNode,
  value: unknown,
  path: FieldPath,
): Finding[] {
  const { issues } = v.safeParse(schema, value);
  if (!issues) return [];
  if (schema.wrapped) return findErrors(yaml, schema.wrapped, value, path);
  const inner = partsOf(schema, value).flatMap(([step, part, one]) =>
    part ? findErrors(yaml, part, one, [...path, step]) : [],
  );
  if (inner.length > 0) return inner;
  // The value that contains it has a description.
  if (!schema.entries && v.getDescription(schema) === undefined) return [];
  const name = path.at(-1);
  const found =
    value === undefined && name !== undefined
      ? `Het veld '${name}' ontbreekt`
      : `Hier staat ${describeFound(issues[0], value)}`;
  const message = `${found}; verwacht wordt ${describeExpected(schema)}.`;
  return [errorAt(yaml, path, message, writeExample(schema, name))];
}

/** The fields of a group, including missing ones, or the entries of a list. */
function partsOf(schema: SchemaNode, value: unknown): ReturnType<typeof childrenOf> {
  const groups = optionsOf(schema).filter(({ entries }) => entries);
  const isAmbiguous = typeof schema.key !== 'string' && groups.length > 1;
  const chosen = isAmbiguous ? schema : schemaFor(schema, value);
  if (!chosen.entries || !isGroup(value)) return childrenOf(chosen, value);
  return Object.entries(chosen.entries).map(([key, part]) => [key, part, value[key]]);
}

function describeFound(issue: v.BaseIssue<unknown>, value: unknown): string {
  if (value === null || value === undefined) return 'niets';
  if (typeof value !== 'string') {
    const hint = issue.expected === 'string' ? ', zonder aanhalingstekens rond de hele tekst' : '';
    return `${shorten(JSON.stringify(value))}${hint}`;
  }
  const text = value.trim();
  const lines = text.split('\n').length;
  if (text === '') return 'een lege tekst';
  if (issue.type === 'max_length') return `een tekst van ${text.length} tekens`;
  if (lines > 1) return `een tekst van ${lines} regels in plaats van één`;
  const isCurly = isInCurlyQuotes(text);
  return `'${shorten(text)}'${isCurly ? ', met kromme in plaats van rechte aanhalingstekens' : ''}`;
}

function shorten(text: string): string {
  return text.length > 70 ? `${text.slice(0, 70)}…` : text;
}
