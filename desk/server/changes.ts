import { join, parse } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { parseDocument } from 'yaml';
import { listFiles } from '../../publish/folders.ts';
import { isGroup, type SchemaNode, schemaFor } from '../../site/content-walk.ts';
import type { FileChange, TextChange } from '../api.ts';
import type { Value } from '../operations.ts';
import { titleOf } from '../titles.ts';
import { readIfExists } from './folders.ts';
import { schemaOf } from './read-content.ts';

/** Beyond this number of texts in a file only their count is shown. */
const MAX_TEXTS = 20;

/** Compares two contents file by file, in the texts that a visitor reads. */
export async function findChanges(beforeDir: string, afterDir: string): Promise<FileChange[]> {
  const files = new Set([...(await listFiles(beforeDir)), ...(await listFiles(afterDir))]);
  files.delete('README.md');
  const changes: FileChange[] = [];
  for (const file of [...files].sort()) {
    const [before, after] = await Promise.all([
      readIfExists(join(beforeDir, file)),
      readIfExists(join(afterDir, file)),
    ]);
    if (before && after?.equals(before)) continue;
    const schema = schemaOf(file);
    const valueIn = (bytes?: Buffer): Value => schema && parseDocument(`${bytes}`).toJS();
    const title = schema ? titleOf(file, valueIn(after ?? before)) : nameOf(file);
    const change = { file, title, texts: [], more: 0 };
    if (!before || !after) {
      changes.push({ ...change, kind: before ? 'removed' : 'added' });
      continue;
    }
    const texts = [...findDifferences(schema, valueIn(before), valueIn(after), [])];
    // A comment or the order of fields: nothing that a visitor sees.
    if (schema && texts.length === 0) continue;
    const more = Math.max(0, texts.length - MAX_TEXTS);
    changes.push({ ...change, kind: 'changed', texts: texts.slice(0, MAX_TEXTS), more });
  }
  return changes;
}

/** @param place names of the fields and entries around it */
function* findDifferences(
  schema: SchemaNode | undefined,
  before: unknown,
  after: unknown,
  place: string[],
): Generator<TextChange> {
  if (isDeepStrictEqual(before, after)) return;
  const chosen = schema && schemaFor(schema, after ?? before);
  if (isGroup(before) && isGroup(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const field = chosen?.entries?.[key] ?? chosen?.value;
      // Each section has a name of its own.
      const name = key === 'sections' ? '' : (titleIn(field, after[key] ?? before[key]) ?? key);
      yield* findDifferences(field, before[key], after[key], [...place, name]);
    }
  } else if (Array.isArray(before) && Array.isArray(after)) {
    // Equal entries at the start and the end are left out; the rest is compared in pairs.
    const start = countEqual(before, after);
    const rests = [before.slice(start), after.slice(start)].map((rest) => rest.reverse());
    const end = countEqual(rests[0] ?? [], rests[1] ?? []);
    for (let i = start; i < Math.max(before.length, after.length) - end; i++) {
      const [was, is] = [before, after].map((list) =>
        i < list.length - end ? list[i] : undefined,
      );
      yield* findDifferences(chosen?.item, was, is, [
        ...place,
        nameOfEntry(chosen?.item, is ?? was),
      ]);
    }
  } else {
    yield {
      place: place.filter(Boolean).join(' › '),
      ...(before !== undefined && { before: textOf(before) }),
      ...(after !== undefined && { after: textOf(after) }),
    };
  }
}

function countEqual(list: unknown[], other: unknown[]): number {
  const index = list.findIndex((one, i) => i >= other.length || !isDeepStrictEqual(one, other[i]));
  return index < 0 ? list.length : index;
}

function nameOf(file: string): string {
  const { dir, base, name } = parse(file);
  return dir === 'photos' ? `Foto ${name}` : dir === 'files' ? `Bestand ${base}` : `Logo ${base}`;
}

const titleIn = (schema: SchemaNode | undefined, value: unknown) =>
  schema && (v.getTitle(schema) ?? v.getTitle(schemaFor(schema, value)));

/** A section by its heading, as the caterer knows it. */
function nameOfEntry(schema: SchemaNode | undefined, entry: unknown): string {
  if (!isGroup(entry)) return '';
  const names = ['heading', 'sentence', 'title', 'name', 'label'].map((key) => entry[key]);
  return names.find((name) => typeof name === 'string') ?? titleIn(schema, entry) ?? '';
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'ja' : 'nee';
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (!isGroup(value)) return String(value ?? '');
  const { kind: _, anchor: _anchor, ...rest } = value;
  return Object.values(rest).map(textOf).join('\n');
}
