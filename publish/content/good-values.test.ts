import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { ContentProblem, FieldPath } from './content-error.ts';
import { CONTENT_FILES, type SchemaNode } from './content-files.ts';
import { GOOD_VALUES } from './good-values.ts';
import { parseYaml } from './parse-yaml.ts';
import { findGoodValue, findPattern, writeExample } from './write-example.ts';

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

it('gives examples that our own reader and the schema take, also for whole groups and files', () => {
  for (const { file, root, schema, path } of fields) {
    const where = `${file} ${path.join('.')}`;
    const problems: ContentProblem[] = [];
    const yaml = parseYaml(file, writeExample(file, root, path), problems);
    expect(problems, where).toEqual([]);
    const last = path.at(-1);
    const written = yaml?.value as Record<string, unknown>;
    const value = last === undefined ? written : written[typeof last === 'number' ? 0 : last];
    expect(v.safeParse(schema, value).issues, where).toBeUndefined();
  }
});

it.each(['messages.yaml', 'mails.yaml'] as const)(
  'gives each text of %s an example of its own',
  (file) => {
    const texts = listFields(file, CONTENT_FILES[file]).filter((field) => !isGroup(field));
    const examples = texts.map(({ root, path }) => writeExample(file, root, path));
    expect(texts.length).toBeGreaterThan(6);
    expect(examples.filter((example, i) => examples.indexOf(example) !== i)).toEqual([]);
  },
);

it('explains no field that is gone', () => {
  for (const [file, values] of Object.entries(GOOD_VALUES)) {
    for (const pattern of Object.keys(values)) {
      const used = fields.some(
        ({ file: other, path }) => other === file && findPattern(file, path) === pattern,
      );
      expect(used, `${file} ${pattern}`).toBe(true);
    }
  }
});
