import { readFile } from 'node:fs/promises';
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { expect, it } from 'vitest';
import { CONTENT_FILES, PAGE_SCHEMA } from './content-files.ts';
import { listFiles } from './content-folder.ts';

/**
 * The JSON Schemas with which an editor completes and explains the YAML, in Dutch. They stand in
 * `content/` as files, so that they are there before anything is built. After a change of a schema:
 * `npx vitest run publish/content/json-schema.test.ts --update`.
 */
const SCHEMAS: Record<string, v.GenericSchema> = {
  page: PAGE_SCHEMA,
  ...Object.fromEntries(Object.entries(CONTENT_FILES).map(([name, { schema }]) => [name, schema])),
};

it.each(Object.keys(SCHEMAS))('explains %s as the checks read it', async (name) => {
  const schema = SCHEMAS[name] as v.GenericSchema;
  // 'ignore': checks in code have no JSON Schema. 'input': fields with a default may be left out.
  const json = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' });
  await expect(`${JSON.stringify(json, null, 1)}\n`).toMatchFileSnapshot(
    `../../content/.schemas/${name}.json`,
  );
});

it.each(['content', 'tests/fixtures/content'])('every file of %s names its schema', async (dir) => {
  const files = (await listFiles(dir)).filter((file) => file.endsWith('.yaml'));
  const names = Object.fromEntries(
    Object.entries(CONTENT_FILES).map(([name, { file }]) => [file, name]),
  );
  for (const file of files) {
    const [first = ''] = (await readFile(`${dir}/${file}`, 'utf8')).split('\n', 1);
    const name = names[file] ?? 'page';
    expect(first, file).toMatch(
      new RegExp(`^# yaml-language-server: \\$schema=\\S*\\.schemas/${name}\\.json$`),
    );
  }
});
