import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { CONTENT_FILES, PAGE_SCHEMA } from '../../publish/content/content-files.ts';
import { listFiles } from '../../publish/folders.ts';
import type { Reference } from '../../site/content-values.ts';
import { type SchemaNode, visitReferences } from '../../site/content-walk.ts';
import type { Value } from '../operations.ts';
import { titleOf } from '../titles.ts';
import { hashOf, readIfExists } from './folders.ts';

/** A YAML file of `content/`. */
export interface YamlText {
  /** Below `content/`, with forward slashes. */
  path: string;
  /** SHA-256 of its bytes, in hex. */
  hash: string;
  text: string;
  /** Without defaults, with hidden sections. Undefined when the text is no YAML. */
  value: Value | undefined;
}

/** A file that uses a photo or PDF. */
interface Use {
  file: string;
  /** The caterer's name for the file: 'Feesten', 'Logo, kleuren en letters'. */
  title: string;
}

/** The schema of a file of `content/`; undefined for any other path. */
export function schemaOf(path: string): SchemaNode | undefined {
  if (/^pages\/[^./\\][^/\\]*\.yaml$/.test(path)) return PAGE_SCHEMA;
  return Object.values(CONTENT_FILES).find(({ file }) => file === path)?.schema;
}

/** @returns undefined when the file does not exist */
export async function readYaml(contentDir: string, path: string): Promise<YamlText | undefined> {
  const bytes = await readIfExists(join(contentDir, path));
  if (!bytes) return undefined;
  const text = bytes.toString('utf8');
  const isUtf8 = Buffer.from(text).equals(bytes);
  const document = parseDocument(text, { prettyErrors: false });
  const isValid = isUtf8 && document.errors.length === 0;
  return { path, hash: hashOf(bytes), text, value: isValid ? document.toJS() : undefined };
}

/** Reads all files that have a schema. */
export async function readAllYaml(contentDir: string): Promise<YamlText[]> {
  const paths = (await listFiles(contentDir)).filter(schemaOf);
  const files = await Promise.all(paths.map((path) => readYaml(contentDir, path)));
  return files.filter((file) => file !== undefined);
}

/**
 * Finds where the content refers to photos, files, pages and subjects.
 *
 * @returns by kind and name: 'photo champagne', 'link /files/menu.pdf'
 */
export async function findUses(contentDir: string): Promise<Map<`${Reference} ${string}`, Use[]>> {
  const uses = new Map<`${Reference} ${string}`, Use[]>();
  for (const { path: file, value } of await readAllYaml(contentDir)) {
    const use = { file, title: titleOf(file, value) };
    visitReferences(schemaOf(file) ?? PAGE_SCHEMA, value, (reference, name) => {
      const key = `${reference} ${name}` as const;
      uses.set(key, [...(uses.get(key) ?? []), use]);
    });
  }
  return uses;
}
