import { join, parse } from 'node:path';
import * as v from 'valibot';
import { parseDocument } from 'yaml';
import { listFiles } from '../../publish/folders.ts';
import { type FieldPath, type SchemaNode, schemaFor } from '../../site/content-walk.ts';
import { textOf, titleOf } from '../titles.ts';
import { operationsBetween, type Value, valueAt } from '../values.ts';
import { schemaOf } from './content.ts';
import { readIfExists } from './folders.ts';

interface TextChange {
  /** 'Over ons › Tekst' */
  place: string;
  before: string | undefined;
  after: string | undefined;
}

interface FileChange {
  file: string;
  /** 'Feesten', 'Gegevens van de zaak', 'Foto champagne' */
  title: string;
  kind: 'changed' | 'added' | 'removed';
  /** None of a file that was added or removed. */
  texts: TextChange[];
}

/** Compares two contents file by file, in the texts that a visitor reads. */
export async function findChanges(beforeDir: string, afterDir: string): Promise<FileChange[]> {
  const files = new Set([...(await listFiles(beforeDir)), ...(await listFiles(afterDir))]);
  files.delete('README.md');
  const changes: FileChange[] = [];
  for (const file of [...files].sort()) {
    const before = await readIfExists(join(beforeDir, file));
    const after = await readIfExists(join(afterDir, file));
    if (before && after?.equals(before)) continue;
    const onlyOne = before ? 'removed' : 'added';
    const kind = before && after ? 'changed' : onlyOne;
    const schema = schemaOf(file);
    const valueIn = (bytes?: Buffer): Value => parseDocument(`${bytes}`).toJS();
    const title = schema ? titleOf(file, valueIn(after ?? before)) : titleOfUpload(file);
    const isText = schema && kind === 'changed';
    const texts = isText ? findTexts(schema, valueIn(before), valueIn(after)) : [];
    // A comment or the order of fields: nothing that a visitor sees.
    if (isText && texts.length === 0) continue;
    changes.push({ file, title, kind, texts });
  }
  return changes;
}

function titleOfUpload(file: string): string {
  const { dir, base, name } = parse(file);
  if (dir === 'photos') return `Foto ${name}`;
  return dir === 'files' ? `Bestand ${base}` : `Logo ${base}`;
}

function findTexts(schema: SchemaNode, before: Value, after: Value): TextChange[] {
  return operationsBetween(before, after).map((operation) => {
    const { kind, path } = operation;
    // Entries are inserted and moved last: their paths are those of the new list.
    const isInNewList = kind === 'insert' || kind === 'move';
    const old = isInNewList ? undefined : valueAt(before, path);
    return {
      place: describePlace(schema, isInNewList ? after : before, path),
      before: old === undefined ? undefined : textOf(old),
      after: 'value' in operation ? textOf(operation.value) : undefined,
    };
  });
}

/** 'Over ons › Tekst': a section by its heading, a field by its title. */
function describePlace(schema: SchemaNode, value: Value, path: FieldPath): string {
  const names: string[] = [];
  let node: SchemaNode | undefined = schema;
  let inner: Value | undefined = value;
  for (const step of path) {
    const parent: SchemaNode | undefined = node && schemaFor(node, inner);
    node = parent?.item ?? parent?.entries?.[step] ?? parent?.value;
    inner = valueAt(inner, [step]);
    const title = node && (v.getTitle(node) ?? v.getTitle(schemaFor(node, inner)));
    if (typeof step === 'number') names.push(headingOf(inner) ?? title ?? '');
    else if (step !== 'sections') names.push(title ?? step);
  }
  return names.filter(Boolean).join(' › ');
}

function headingOf(entry: Value | undefined): string | undefined {
  const keys = ['heading', 'sentence', 'title', 'name', 'label'];
  const texts = keys.map((key) => valueAt(entry, [key]));
  return texts.find((text) => typeof text === 'string');
}
