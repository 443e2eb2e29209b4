import { join } from 'node:path';
import * as v from 'valibot';
import { CONTENT_FILES, isPageFile, PAGE_SCHEMA } from '../../../publish/content/content-files.ts';
import type { Finding } from '../../../publish/content/finding.ts';
import { loadContent } from '../../../publish/content/load-content.ts';
import { readYaml } from '../../../publish/content/read-yaml.ts';
import { listFiles } from '../../../runtime/find-files.ts';
import { isGroup, type SchemaNode, visitReferences } from '../../../site/schema/content-walk.ts';
import { sectionKinds } from '../../../site/sections/section-kinds.ts';
import type { ContentFile } from '../../shared/api.ts';
import { fileTitle } from '../../shared/pages.ts';
import type { MaybeValue, Value } from '../../shared/values.ts';
import { readIfExists } from '../desk-files.ts';
import { hashOf } from '../hash.ts';

/** The minimum that the app needs to show a page. Other errors are shown at their fields. */
const shownPage = v.looseObject({
  path: v.string(),
  title: v.string(),
  redirects: v.optional(v.array(v.string())),
  sections: v.array(v.looseObject({ kind: v.picklist(Object.keys(sectionKinds)) })),
});

export function schemaOf(path: string): SchemaNode | undefined {
  if (isPageFile(path)) return PAGE_SCHEMA;
  return Object.values(CONTENT_FILES).find(({ file }) => file === path)?.schema;
}

/**
 * @param path 'pages/home.yaml'
 * @returns undefined when it does not exist; its value is undefined when it is broken
 */
export async function readFileAt(contentDir: string, path: string) {
  const bytes = await readIfExists(join(contentDir, path));
  if (!bytes) return undefined;
  return { path, hash: hashOf(bytes), text: bytes.toString(), value: readValue(path, bytes) };
}

/** @returns undefined without a schema, and when the file is broken */
export function readValue(path: string, bytes: Buffer): MaybeValue {
  if (!schemaOf(path)) return undefined;
  const read = readYaml(path, bytes);
  if ('error' in read) return undefined;
  const value = (read.yaml.value ?? {}) as Value;
  return isShown(path, value) ? value : undefined;
}

/** Whether the app can show the file in spite of its errors. */
export const isShown = (path: string, value: Value) =>
  isPageFile(path) ? v.is(shownPage, value) : isGroup(value);

/**
 * The titles of the pages and sections that refer to 'photo champagne' or 'link /files/menu.pdf'.
 */
export async function findUses(contentDir: string) {
  const uses = new Map<string, string[]>();
  for (const { path, value } of await readAllYaml(contentDir)) {
    visitReferences(schemaOf(path) ?? PAGE_SCHEMA, value, (reference, name) => {
      const key = reference === 'file' ? `link /files/${name}` : `${reference} ${name}`;
      const titles = uses.get(key) ?? [];
      uses.set(key, [...titles, fileTitle(path, value)]);
    });
  }
  return uses;
}

/** Reads the files that the app shows, and lists the paths of those that it cannot. */
export async function readShownFiles(contentDir: string) {
  const files: ContentFile[] = [];
  const broken: string[] = [];
  for (const { path, hash, value } of await readAllYaml(contentDir)) {
    if (value === undefined) broken.push(path);
    else files.push({ path, hash, value });
  }
  return { files, broken };
}

async function readAllYaml(contentDir: string) {
  const paths = (await listFiles(contentDir)).filter(schemaOf);
  const files = await Promise.all(paths.map((path) => readFileAt(contentDir, path)));
  return files.filter((file) => file !== undefined);
}

/** All findings: errors, each of which blocks publishing, and warnings. */
export async function checkContent(contentDir: string): Promise<Finding[]> {
  const { findings } = await loadContent(contentDir);
  return findings;
}
