import { join, parse } from 'node:path';
import * as v from 'valibot';
import { parseDocument } from 'yaml';
import { listFiles } from '../../publish/folders.ts';
import { type FieldPath, isGroup, type SchemaNode, schemaFor } from '../../site/content-walk.ts';
import type { FileChange, TextChange } from '../api.ts';
import { operationsBetween, type Value, valueAt } from '../operations.ts';
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
    const texts = schema ? findTexts(schema, valueIn(before), valueIn(after)) : [];
    // A comment or the order of fields: nothing that a visitor sees.
    if (schema && texts.length === 0) continue;
    const more = Math.max(0, texts.length - MAX_TEXTS);
    changes.push({ ...change, kind: 'changed', texts: texts.slice(0, MAX_TEXTS), more });
  }
  return changes;
}

function findTexts(schema: SchemaNode, before: Value, after: Value): TextChange[] {
  return operationsBetween(before, after).map((operation) => {
    const { kind, path } = operation;
    // Entries are inserted and moved last: their paths are those of the new list.
    const isNew = kind === 'insert' || kind === 'move';
    const old = isNew ? undefined : valueAt(before, path);
    return {
      place: placeOf(schema, isNew ? after : before, path),
      ...(old !== undefined && { before: textOf(old) }),
      ...('value' in operation && { after: textOf(operation.value) }),
    };
  });
}

function nameOf(file: string): string {
  const { dir, base, name } = parse(file);
  return dir === 'photos' ? `Foto ${name}` : dir === 'files' ? `Bestand ${base}` : `Logo ${base}`;
}

/** 'Over ons › Tekst': a field by its title, a section by its heading, as the caterer knows it. */
function placeOf(schema: SchemaNode, value: Value, path: FieldPath): string {
  let node: SchemaNode | undefined = schema;
  const names = path.map((step, depth) => {
    const around: SchemaNode | undefined =
      node && schemaFor(node, valueAt(value, path.slice(0, depth)));
    node = around?.item ?? around?.entries?.[step] ?? around?.value;
    const inner = valueAt(value, path.slice(0, depth + 1));
    const title = node && (v.getTitle(node) ?? v.getTitle(schemaFor(node, inner)));
    if (typeof step === 'string') return step === 'sections' ? '' : (title ?? step);
    const texts = ['heading', 'sentence', 'title', 'name', 'label'].map((key) =>
      valueAt(inner, [key]),
    );
    return texts.find((text) => typeof text === 'string') ?? title ?? '';
  });
  return names.filter(Boolean).join(' › ');
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'ja' : 'nee';
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (!isGroup(value)) return String(value ?? '');
  const { kind: _, anchor: _anchor, ...rest } = value;
  return Object.values(rest).map(textOf).join('\n');
}
