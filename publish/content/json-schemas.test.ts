import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { CONTENT_FILES } from './content-files.ts';
import { listFiles } from './content-folder.ts';
import { jsonSchemaOf, NAMED_SCHEMAS, SCHEMAS_DIR } from './json-schemas.ts';

it.each(Object.keys(NAMED_SCHEMAS))('explains the fields of %s in Dutch', (name) => {
  const { properties, additionalProperties } = jsonSchemaOf(
    NAMED_SCHEMAS[name] as (typeof NAMED_SCHEMAS)[string],
  );
  const fields =
    properties ?? (additionalProperties as { properties: typeof properties }).properties;
  expect(Object.keys(fields ?? {})).not.toEqual([]);
  expect(JSON.stringify(fields)).toMatch(/"title":"[^"]+","description":"[^"]+"/);
});

it.each(['content', 'tests/fixtures/content'])('every file of %s names its schema', async (dir) => {
  const files = (await listFiles(dir)).filter((file) => file.endsWith('.yaml'));
  const names = Object.fromEntries(
    Object.entries(CONTENT_FILES).map(([name, { file }]) => [file, name]),
  );
  for (const file of files) {
    const path = join(dir, file);
    const [first = ''] = (await readFile(path, 'utf8')).split('\n', 1);
    const schema = join(SCHEMAS_DIR, `${names[file] ?? 'page'}.json`);
    expect(first, file).toBe(
      `# yaml-language-server: $schema=${relative(dirname(path), schema).replaceAll('\\', '/')}`,
    );
  }
});
