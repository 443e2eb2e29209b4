import * as v from 'valibot';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { FieldPath } from './content-error.ts';
import { CONTENT_FILES, type SchemaNode } from './content-files.ts';
import { findGoodValue, GOOD_VALUES, writeExample } from './good-values.ts';

interface Field {
  file: string;
  root: SchemaNode;
  schema: SchemaNode;
  path: FieldPath;
}

function listFields(file: string, root: SchemaNode): Field[] {
  return [...walk(root, [])];

  function* walk(schema: SchemaNode, path: FieldPath): Generator<Field> {
    yield { file, root, schema, path };
    for (const [key, inner] of Object.entries(schema.entries ?? {}))
      yield* walk(inner, [...path, key]);
    if (schema.item) yield* walk(schema.item, [...path, 0]);
    if (schema.value) yield* walk(schema.value, [...path, 'champagne']);
  }
}

const fields = Object.entries(CONTENT_FILES).flatMap(([file, root]) => listFields(file, root));
const isGroup = ({ schema }: Field) => Boolean(schema.entries ?? schema.item ?? schema.value);

it('explains every field of every file', () => {
  const silent = fields.filter(
    (field) => !isGroup(field) && !findGoodValue(field.file, field.path),
  );
  expect(silent.map(({ file, path }) => `${file} ${path.join('.')}`)).toEqual([]);
});

it('gives examples that the schema takes, also for whole groups and files', () => {
  for (const { file, root, schema, path } of fields) {
    const written = parse(writeExample(file, root, path));
    const last = path.at(-1);
    const value = last === undefined ? written : written[last];
    expect(v.safeParse(schema, value).issues, `${file} ${path.join('.')}`).toBeUndefined();
  }
});

it('explains no field that is gone', () => {
  for (const [file, values] of Object.entries(GOOD_VALUES)) {
    for (const pattern of Object.keys(values)) {
      const used = fields.some(
        ({ file: other, path }) => other === file && findGoodValue(file, path) === values[pattern],
      );
      expect(used, `${file} ${pattern}`).toBe(true);
    }
  }
});
