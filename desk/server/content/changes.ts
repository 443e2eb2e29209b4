import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dequal } from 'dequal/lite';
import * as v from 'valibot';
import { exists, listFiles } from '../../../runtime/find-files.ts';
import { isGroup, type SchemaNode, schemaFor } from '../../../site/schema/content-walk.ts';
import { fileTitle } from '../../shared/pages.ts';
import { displayText, type MaybeValue, originsOf, valueAt } from '../../shared/values.ts';
import { readIfExists } from '../desk-files.ts';
import { readValue, schemaOf } from './read-content.ts';

interface TextChange {
  /** 'Over ons › Tekst' */
  breadcrumb: string;
  /** The text before the change; empty for a new one. */
  before: string;
  /** The text after the change; empty for a removed one. */
  after: string;
}

interface FileChange {
  file: string;
  /** 'Feesten', 'Gegevens van de zaak', 'Foto champagne.jpg' */
  title: string;
  kind: 'changed' | 'added' | 'removed';
  /** The changed texts; empty for a file that was added or removed. */
  texts: TextChange[];
}

/** Compares two versions of the content, file by file. */
export async function findChanges(beforeDir: string, afterDir: string): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const file of await filesInEither(beforeDir, afterDir)) {
    const schema = schemaOf(file);
    const paths = [join(beforeDir, file), join(afterDir, file)] as const;
    if (!schema && (await isSameFile(...paths))) continue;
    const [before, after] = schema
      ? [await readIfExists(paths[0]), await readIfExists(paths[1])]
      : await Promise.all(paths.map(exists));
    if (Buffer.isBuffer(before) && Buffer.isBuffer(after) && before.equals(after)) continue;
    const old = Buffer.isBuffer(before) ? readValue(file, before) : undefined;
    const value = Buffer.isBuffer(after) ? readValue(file, after) : undefined;
    const title = fileTitle(file, value ?? old);
    const change: FileChange = { file, title, kind: 'changed', texts: [] };
    if (!before) change.kind = 'added';
    if (!after) change.kind = 'removed';
    // Texts are compared only when both versions of the file can be read.
    if (schema && old !== undefined && value !== undefined) {
      change.texts = findTextChanges(schema, old, value, []);
      // Only a comment or the order of fields differs, which no visitor sees.
      if (change.texts.length === 0) continue;
    }
    changes.push(change);
  }
  return changes;
}

/** Whether two files were equal byte by byte; the key is made of their stats. */
const compared = new Map<string, boolean>();

/**
 * Whether two files are the same. Photos and PDFs are read at most once, because this runs at each
 * save.
 */
export async function isSameFile(file: string, other: string): Promise<boolean> {
  const stats = await Promise.all([file, other].map((path) => stat(path).catch(() => undefined)));
  const [a, b] = stats;
  if (!a || !b || a.size !== b.size) return false;
  // A copy of the content keeps the time of each file, so the same time means the same content, as
  // for rsync.
  if (a.mtime.getTime() === b.mtime.getTime()) return true;
  const key = stats
    .map((found) => `${found?.dev} ${found?.ino} ${found?.size} ${found?.mtimeMs}`)
    .join();
  let isSame = compared.get(key);
  if (isSame === undefined) {
    isSame = (await readFile(file)).equals(await readFile(other));
    compared.set(key, isSame);
  }
  return isSame;
}

export async function filesInEither(dir: string, otherDir: string): Promise<string[]> {
  const files = new Set([...(await listFiles(dir)), ...(await listFiles(otherDir))]);
  files.delete('README.md');
  return [...files].sort();
}

/** @param breadcrumb what contains the value: ['Over ons', 'Tekst'] */
function findTextChanges(
  schema: SchemaNode | undefined,
  before: MaybeValue,
  after: MaybeValue,
  breadcrumb: string[],
): TextChange[] {
  if (dequal(before, after)) return [];
  const parts = partsOf(before, after);
  if (!parts)
    return [
      {
        breadcrumb: breadcrumb.join(' › '),
        before: displayText(before),
        after: displayText(after),
      },
    ];
  const described = schema && schemaFor(schema, before);
  const texts = parts.flatMap(([step, old, other]) => {
    const inner = described?.item ?? described?.entries?.[step] ?? described?.value;
    const name = partNameOf(step, inner, old ?? other);
    return findTextChanges(inner, old, other, name ? [...breadcrumb, name] : breadcrumb);
  });
  if (texts.length > 0) return texts;
  return [{ breadcrumb: [...breadcrumb, 'Volgorde'].join(' › '), before: '', after: '' }];
}

/** Pairs the fields or entries that belong together. */
function partsOf(before: MaybeValue, after: MaybeValue) {
  const parts: [step: string | number, before: MaybeValue, after: MaybeValue][] = [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const origins = originsOf(before, after);
    for (const [index, entry] of after.entries()) {
      parts.push([index, before[origins[index] ?? -1], entry]);
    }
    for (const [index, entry] of before.entries()) {
      if (!origins.includes(index)) parts.push([index, entry, undefined]);
    }
    return parts;
  }
  // Sections of different kinds have nothing in common.
  if (!isGroup(before) || !isGroup(after) || before.kind !== after.kind) return undefined;
  for (const key of Object.keys({ ...before, ...after })) {
    parts.push([key, valueAt(before, [key]), valueAt(after, [key])]);
  }
  return parts;
}

/** The name of a value: a section's heading, or a field's title. */
function partNameOf(step: string | number, schema: SchemaNode | undefined, value: MaybeValue) {
  if (step === 'sections') return undefined;
  const title = schema && (v.getTitle(schema) ?? v.getTitle(schemaFor(schema, value)));
  return typeof step === 'number' ? (headingOf(value) ?? title) : (title ?? step);
}

function headingOf(entry: MaybeValue) {
  const keys = ['heading', 'sentence', 'title', 'name', 'label'];
  const texts = keys.map((key) => valueAt(entry, [key]));
  return texts.find((text) => typeof text === 'string');
}
