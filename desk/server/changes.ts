import { join, parse } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { parseDocument } from 'yaml';
import { listFiles } from '../../publish/folders.ts';
import { isGroup, type SchemaNode, schemaFor } from '../../site/content-walk.ts';
import type { FileChange, TextChange } from '../api.ts';
import type { Value } from '../operations.ts';
import { titleOf } from '../titles.ts';
import { schemaOf } from './check-value.ts';
import { readIfThere } from './folders.ts';

/** More than this of one file says no more than their number. */
const MOST_TEXTS = 20;

/** What differs between two contents, file by file, in the texts that a reader sees. */
export async function findChanges(beforeDir: string, afterDir: string): Promise<FileChange[]> {
  const [old, now] = await Promise.all([listFiles(beforeDir), listFiles(afterDir)]);
  const changes: FileChange[] = [];
  for (const file of [...new Set([...old, ...now])].sort()) {
    if (file === 'README.md') continue;
    const [before, after] = await Promise.all([
      readIfThere(join(beforeDir, file)),
      readIfThere(join(afterDir, file)),
    ]);
    if (before && after && before.equals(after)) continue;
    const schema = schemaOf(file);
    const [was, is] = [schema && valueIn(before), schema && valueIn(after)];
    const kind = !before ? 'added' : !after ? 'removed' : 'changed';
    const texts = schema && kind === 'changed' ? [...findDifferences(schema, was, is, [])] : [];
    // Another comment or order, which no visitor sees.
    if (schema && kind === 'changed' && texts.length === 0) continue;
    changes.push({
      file,
      title: nameOf(file, is ?? was),
      kind,
      texts: texts.slice(0, MOST_TEXTS),
      more: Math.max(0, texts.length - MOST_TEXTS),
    });
  }
  return changes;
}

function* findDifferences(
  schema: SchemaNode | undefined,
  before: Value | undefined,
  after: Value | undefined,
  place: string[],
): Generator<TextChange> {
  if (isDeepStrictEqual(before, after)) return;
  const chosen = schema && schemaFor(schema, after ?? before);
  if (isGroup(before) && isGroup(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const inner = chosen?.entries?.[key] ?? chosen?.value;
      const [was, is] = [before[key] as Value, after[key] as Value];
      yield* findDifferences(inner, was, is, [...place, nameOfField(key, inner, is ?? was)]);
    }
    return;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    yield* findListDifferences(chosen?.item, before, after, place);
    return;
  }
  yield {
    place: place.filter(Boolean).join(' › '),
    ...(before !== undefined && { before: textOf(before) }),
    ...(after !== undefined && { after: textOf(after) }),
  };
}

/** Entries that are the same at the start and the end are left out; the rest goes in pairs. */
function* findListDifferences(
  item: SchemaNode | undefined,
  before: Value[],
  after: Value[],
  place: string[],
): Generator<TextChange> {
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && isDeepStrictEqual(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isDeepStrictEqual(before.at(-1 - end), after.at(-1 - end))) end++;
  const [was, is] = [
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  ];
  for (let i = 0; i < Math.max(was.length, is.length); i++) {
    yield* findDifferences(item, was[i], is[i], [...place, nameOfItem(item, is[i] ?? was[i])]);
  }
}

function valueIn(bytes: Buffer | undefined): Value | undefined {
  return bytes && parseDocument(bytes.toString('utf8')).toJS();
}

function nameOf(file: string, value: Value | undefined): string {
  const { dir, base, name } = parse(file);
  if (schemaOf(file)) return titleOf(file, value);
  return dir === 'photos' ? `Foto ${name}` : dir === 'files' ? `Bestand ${base}` : `Logo ${base}`;
}

/** The list of sections needs no name of its own: each section has one. */
function nameOfField(key: string, schema: SchemaNode | undefined, value: Value): string {
  if (key === 'sections') return '';
  const title = schema && (v.getTitle(schema) ?? v.getTitle(schemaFor(schema, value)));
  return title ?? key;
}

/** A section by its heading, as the caterer looks for it. */
function nameOfItem(schema: SchemaNode | undefined, value: Value | undefined): string {
  if (!isGroup(value)) return '';
  for (const key of ['heading', 'sentence', 'title', 'name', 'label']) {
    if (typeof value[key] === 'string') return value[key];
  }
  return (schema && v.getTitle(schemaFor(schema, value))) ?? '';
}

function textOf(value: Value): string {
  if (typeof value === 'boolean') return value ? 'ja' : 'nee';
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const { kind: _, anchor: _anchor, ...rest } = value;
  return Object.values(rest).map(textOf).join('\n');
}
