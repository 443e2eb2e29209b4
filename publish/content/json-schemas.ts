import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { CONTENT_FILES, PAGE_SCHEMA } from './content-files.ts';

/** By the name that the first line of each file in `content/` calls it. */
export const NAMED_SCHEMAS: Record<string, v.GenericSchema> = {
  page: PAGE_SCHEMA,
  ...Object.fromEntries(Object.entries(CONTENT_FILES).map(([name, { schema }]) => [name, schema])),
};

/** Where the files in `content/` look for them. */
export const SCHEMAS_DIR = '.cache/schemas';

/** The JSON Schema with which an editor completes and explains a file, in Dutch. */
export function jsonSchemaOf(schema: v.GenericSchema) {
  // 'ignore': checks in code have no JSON Schema. 'input': fields with a default may be left out.
  return toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' });
}

/** Writes the JSON Schema of every file that a caterer may write. */
export async function writeJsonSchemas(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  for (const [name, schema] of Object.entries(NAMED_SCHEMAS)) {
    await writeFile(join(dir, `${name}.json`), JSON.stringify(jsonSchemaOf(schema)));
  }
}
