import { join } from 'node:path';
import * as v from 'valibot';
import { checkShape } from '../../publish/content/check-shape.ts';
import { CONTENT_FILES, isPageFile, PAGE_SCHEMA } from '../../publish/content/content-files.ts';
import type { Finding } from '../../publish/content/finding.ts';
import { loadContent } from '../../publish/content/load-content.ts';
import { readYaml } from '../../publish/content/read-yaml.ts';
import { listFiles } from '../../publish/folders.ts';
import {
  type FieldPath,
  isGroup,
  type SchemaNode,
  visitReferences,
  walkContent,
} from '../../site/content-walk.ts';
import { sectionKinds } from '../../site/sections/index.ts';
import { Refused } from '../api.ts';
import { operationSchema } from '../operations.ts';
import { titleOf } from '../pages.ts';
import { isPlaceholder, type MaybeValue, type Value, valueAt } from '../values.ts';
import { editYaml } from './edit-yaml.ts';
import {
  contentFile,
  type Folders,
  hashOf,
  readIfExists,
  removeFile,
  saveFile,
} from './folders.ts';

/** What the app needs; other mistakes are shown at their fields. */
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
  const isShown = isPageFile(path) ? v.is(shownPage, value) : isGroup(value);
  return isShown ? value : undefined;
}

export async function readAllYaml(contentDir: string) {
  const paths = (await listFiles(contentDir)).filter(schemaOf);
  const files = await Promise.all(paths.map((path) => readFileAt(contentDir, path)));
  return files.filter((file) => file !== undefined);
}

/** Titles of what refers to 'photo champagne' or 'link /files/menu.pdf'. */
export async function findUses(contentDir: string) {
  const uses = new Map<string, string[]>();
  for (const { path, value } of await readAllYaml(contentDir)) {
    visitReferences(schemaOf(path) ?? PAGE_SCHEMA, value, (reference, name) => {
      const key = reference === 'file' ? `link /files/${name}` : `${reference} ${name}`;
      const titles = uses.get(key) ?? [];
      uses.set(key, [...titles, titleOf(path, value)]);
    });
  }
  return uses;
}

export async function readContent({ contentDir }: Folders) {
  const files: { path: string; hash: string; value: Value }[] = [];
  const broken: string[] = [];
  for (const { path, hash, value } of await readAllYaml(contentDir)) {
    if (value === undefined) broken.push(path);
    else files.push({ path, hash, value });
  }
  return { files, broken, findings: await checkContent(contentDir) };
}

const requestSchema = v.object({
  path: v.pipe(
    v.string(),
    v.check((path) => schemaOf(path) !== undefined),
  ),
  /** Of the file that it started from; null: there was none. */
  hash: v.nullable(v.string()),
  operations: v.array(operationSchema),
});

export type SaveRequest = v.InferInput<typeof requestSchema>;

/**
 * Writes what the schema accepts, or removes a page or the notice.
 *
 * @throws Refused 400 when they do not fit, 409 for a conflict, 422 for a broken file
 */
export async function saveContent(folders: Folders, request: SaveRequest) {
  const { path, hash, operations } = v.parse(requestSchema, request);
  const file = contentFile(folders, path);
  const current = await readFileAt(folders.contentDir, path);
  if (current && current.value === undefined) {
    throw new Refused(422, 'Dit bestand is met de hand veranderd en niet meer te lezen.');
  }
  if ((current?.hash ?? null) !== hash) {
    // The app applies its operations to it and tries again.
    const now = current ? { path, hash: current.hash, value: current.value } : null;
    throw new Refused(409, 'Dit is intussen ook elders veranderd.', { now });
  }
  const check = (value: Value) => checkValue(path, value);
  const { text, value, ...refusal } = editYaml(current?.text ?? null, operations, check);
  if (text === null && current) {
    const isRemovable = isPageFile(path) || path === CONTENT_FILES.notice.file;
    if (!isRemovable) throw new Refused(400, `Zonder ${path} is er geen site.`);
    await removeFile(file);
  } else if (text !== null && text !== current?.text) await saveFile(file, text);
  return {
    /** Null when it is removed, or nothing of a new one is right. */
    file: text === null ? null : { path, hash: hashOf(text), value },
    ...refusal,
    findings: await checkContent(folders.contentDir),
  };
}

/** The errors of one file by its schema. */
export function checkValue(path: string, value: Value): Finding[] {
  const schema = schemaOf(path);
  if (!schema) return [];
  const { findings } = checkShape({ file: path, value, lineOf: () => 0 }, schema);
  return findings.filter(({ severity }) => severity === 'error');
}

/** All errors, which block publishing, and warnings. */
export async function checkContent(contentDir: string): Promise<Finding[]> {
  const { findings } = await loadContent(contentDir);
  return [...findings, ...(await findPlaceholders(contentDir))];
}

/** Placeholders that visitors would see. */
async function findPlaceholders(contentDir: string) {
  const files = await readAllYaml(contentDir);
  const photosFile = CONTENT_FILES.photos.file;
  const photos = files.find(({ path }) => path === photosFile)?.value;
  const findings = new Map<string, Finding>();
  const check = (file: string, path: FieldPath, text: unknown) => {
    if (typeof text !== 'string' || !isPlaceholder(text)) return;
    const message = 'Hier staat nog geen tekst van jou. Vul hem in, of haal dit weg.';
    const finding = { severity: 'error', code: 'placeholder', file, path, message } as const;
    findings.set(`${file} ${path.join('.')}`, finding);
  };
  for (const { path: file, value: page } of files) {
    if (!isPageFile(file) || valueAt(page, ['hidden'])) continue;
    walkContent(PAGE_SCHEMA, page, (value, schema, path) => {
      const isSectionHidden = valueAt(page, [...path.slice(0, 2), 'hidden']);
      if (isSectionHidden) return;
      check(file, path, value);
      if (v.getMetadata(schema).reference !== 'photo') return;
      const alt = [String(value), 'alt'];
      check(photosFile, alt, valueAt(photos, alt));
    });
  }
  return [...findings.values()];
}
