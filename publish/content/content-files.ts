import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { mailTextsSchema } from '../../release/mail-texts.ts';
import {
  brandSchema,
  companySchema,
  fullDaysSchema,
  messagesSchema,
  noticeSchema,
  pageSchema,
  photosSchema,
  siteSchema,
} from '../../site/content/content.ts';
import type { SchemaNode } from '../../site/schema/content-walk.ts';
import type { YamlFile } from './read-yaml.ts';

/** The content files besides the pages, with their schemas. */
export const CONTENT_FILES = {
  company: { file: 'company.yaml', schema: companySchema },
  site: { file: 'site.yaml', schema: siteSchema },
  messages: { file: 'messages.yaml', schema: messagesSchema },
  mails: { file: 'mails.yaml', schema: mailTextsSchema },
  brand: { file: 'brand.yaml', schema: brandSchema },
  /** This file may be missing: then there is no notice. */
  notice: { file: 'notice.yaml', schema: noticeSchema },
  /** This file may be missing: then no day is full. */
  fullDays: { file: 'full-days.yaml', schema: fullDaysSchema },
  photos: { file: 'photos/photos.yaml', schema: photosSchema },
} as const;

export const PAGE_SCHEMA = pageSchema;

/** Every `*.yaml` in the folder `pages` is a page. */
export function isPageFile(file: string): boolean {
  return dirname(file) === 'pages' && file.endsWith('.yaml');
}

/** A file that could be read, valid or not. */
export interface ReadableFile {
  yaml: YamlFile;
  schema: SchemaNode;
}

export interface CheckedFile<Schema extends v.GenericSchema = v.GenericSchema> {
  yaml: YamlFile;
  schema: SchemaNode;
  value: v.InferOutput<Schema>;
}

export type CheckedPage = CheckedFile<typeof pageSchema>;

/** The valid files besides the pages. */
export type CheckedFiles = {
  [File in keyof typeof CONTENT_FILES]?: CheckedFile<(typeof CONTENT_FILES)[File]['schema']>;
};

/** The valid files of `content/`. Invalid files are absent; they have findings of their own. */
export interface CheckedContent extends CheckedFiles {
  /** The list includes hidden pages. */
  pages: CheckedPage[];
  /** Whether every page could be read. While one cannot, no page is reported as missing. */
  hasEveryPage: boolean;
  /** Every valid file: the pages and the other files. */
  valid: CheckedFile[];
  /** The files that could be read: the valid ones, and those with errors. */
  readable: ReadableFile[];
  /** Paths of all files in the content folder, relative to it, with forward slashes. */
  files: string[];
}

/** Names of the files directly in one folder: `filesIn('photos', files)`. */
export function filesIn(folder: string, files: string[]): string[] {
  const own = files.filter((file) => dirname(file) === folder);
  return own.map((file) => basename(file));
}

/** Writes the JSON Schemas that the first line of each file names, for editors. */
export async function writeJsonSchemas(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  const described = { ...CONTENT_FILES, page: { schema: PAGE_SCHEMA } };
  for (const [name, { schema }] of Object.entries(described)) {
    // 'ignore' leaves out custom checks, which have no JSON Schema. With 'input' fields with a
    // default are optional.
    const json = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' });
    await writeFile(join(dir, `${name}.json`), JSON.stringify(json));
  }
}
