import { join, parse } from 'node:path';
import * as v from 'valibot';
import { parseDocument } from 'yaml';
import { listFiles } from '../../publish/folders.ts';
import { isGroup, type SchemaNode, schemaFor } from '../../site/content-walk.ts';
import { textOf, titleOf } from '../titles.ts';
import { isEqual, originsOf, type Value, valueAt } from '../values.ts';
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
    const texts = isText ? findTexts(schema, valueIn(before), valueIn(after), []) : [];
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

/** @param place the names of what contains the value: ['Over ons', 'Tekst'] */
function findTexts(
  schema: SchemaNode | undefined,
  before: Value | undefined,
  after: Value | undefined,
  place: string[],
): TextChange[] {
  if (isEqual(before, after)) return [];
  const pairs = pairsOf(before, after);
  if (!pairs) return [{ place: place.join(' › '), before: textIn(before), after: textIn(after) }];
  const described = schema && schemaFor(schema, before);
  const texts = pairs.flatMap(([step, one, other]) => {
    const inner = described?.item ?? described?.entries?.[step] ?? described?.value;
    const name = nameOf(step, inner, one ?? other);
    return findTexts(inner, one, other, name ? [...place, name] : place);
  });
  // Otherwise the entries only changed places.
  if (texts.length > 0) return texts;
  return [{ place: [...place, 'Volgorde'].join(' › '), before: undefined, after: undefined }];
}

type Pair = [step: string | number, before: Value | undefined, after: Value | undefined];

/** The fields of two groups, or the entries of two lists, that belong together. */
function pairsOf(before: Value | undefined, after: Value | undefined): Pair[] | undefined {
  if (isGroup(before) && isGroup(after)) {
    const keys = Object.keys({ ...before, ...after });
    return keys.map((key) => [key, valueAt(before, [key]), valueAt(after, [key])]);
  }
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  const origins = originsOf(before, after);
  const pairs = after.map((entry, index): Pair => [index, before[origins[index] ?? -1], entry]);
  for (const [index, entry] of before.entries()) {
    if (!origins.includes(index)) pairs.push([index, entry, undefined]);
  }
  return pairs;
}

const textIn = (value: Value | undefined) => (value === undefined ? undefined : textOf(value));

/** A section by its heading, a field by its title. */
function nameOf(step: string | number, schema: SchemaNode | undefined, value: Value | undefined) {
  if (step === 'sections') return undefined;
  const title = schema && (v.getTitle(schema) ?? v.getTitle(schemaFor(schema, value)));
  return typeof step === 'number' ? (headingOf(value) ?? title) : (title ?? step);
}

function headingOf(entry: Value | undefined): string | undefined {
  const keys = ['heading', 'sentence', 'title', 'name', 'label'];
  const texts = keys.map((key) => valueAt(entry, [key]));
  return texts.find((text) => typeof text === 'string');
}
