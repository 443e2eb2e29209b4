import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { listFiles } from '../../publish/folders.ts';
import type { Reference } from '../../site/content-values.ts';
import { visitReferences } from '../../site/content-walk.ts';
import type { BrokenFile, ContentFile, Use } from '../api.ts';
import type { Value } from '../operations.ts';
import { titleOf } from '../titles.ts';
import { checkValue, schemaOf } from './check-value.ts';
import { hashOf, readIfThere } from './folders.ts';

/** A file of `content/` that is YAML, or should be. */
export type ReadFile = (ContentFile | Omit<BrokenFile, 'findings'>) & { text: string };

/** @returns undefined when there is no such file */
export async function readContentFile(
  contentDir: string,
  path: string,
): Promise<ReadFile | undefined> {
  const bytes = await readIfThere(join(contentDir, path));
  if (!bytes) return undefined;
  const text = bytes.toString('utf8');
  const document = parseDocument(text, { prettyErrors: false });
  const isBroken = document.errors.length > 0 || !Buffer.from(text).equals(bytes);
  if (isBroken) return { path, hash: hashOf(bytes), text };
  return { ...asContentFile(path, text, document.toJS()), text };
}

/** All files that have a schema. */
export async function readFiles(contentDir: string) {
  const paths = (await listFiles(contentDir)).filter((path) => schemaOf(path));
  const files = await Promise.all(paths.map((path) => readContentFile(contentDir, path)));
  return files.filter((file) => file !== undefined);
}

/** Every file that is YAML, valid by its schema or not. */
export async function readValues(contentDir: string): Promise<ContentFile[]> {
  return (await readFiles(contentDir)).filter((file) => 'value' in file);
}

/**
 * Where the content refers to photos, files, pages and subjects.
 *
 * @returns by kind and name: 'photo champagne', 'link /files/menu.pdf'
 */
export async function findUses(contentDir: string): Promise<Map<`${Reference} ${string}`, Use[]>> {
  const uses = new Map<`${Reference} ${string}`, Use[]>();
  for (const { path: file, value } of await readValues(contentDir)) {
    const schema = schemaOf(file);
    if (!schema) continue;
    visitReferences(schema, value, (reference, name, path) => {
      const key = `${reference} ${name}` as const;
      uses.set(key, [...(uses.get(key) ?? []), { file, path, title: titleOf(file, value) }]);
    });
  }
  return uses;
}

export function asContentFile(path: string, text: string, value: Value): ContentFile {
  return { path, hash: hashOf(text), value, isValid: checkValue(path, value).length === 0 };
}
