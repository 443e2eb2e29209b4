import { Document, isScalar, visit } from 'yaml';
import type { FieldPath } from './content-error.ts';
import type { SchemaNode } from './content-files.ts';
import { GOOD_VALUES, type GoodValue } from './good-values.ts';
import { sampleText } from './sample-texts.ts';

/** What should stand at a field, in one line. */
export function describeExpected(file: string, root: SchemaNode, field: FieldPath): string {
  const good = findGoodValue(file, field);
  if (good) return good.expected;
  const schema = findSchema(root, field);
  if (schema?.entries)
    return `een groep met deze velden: ${Object.keys(schema.entries).join(', ')}`;
  if (schema?.item) {
    const limits = (schema.pipe ?? []).flatMap(({ type, requirement }) => {
      if (type === 'length') return `precies ${requirement}`;
      if (type === 'min_length') return `minstens ${requirement}`;
      if (type === 'max_length') return `hoogstens ${requirement}`;
      return [];
    });
    return `een lijst met ${limits.join(' en ')}, elk met een streepje ervoor`;
  }
  return 'een groep velden';
}

/** A field as it would stand in the file: `town: Zaaddonk`. */
export function writeExample(file: string, root: SchemaNode, field: FieldPath): string {
  const last = field.at(-1);
  const schema = findSchema(root, field);
  const example = schema && buildExample(file, schema, field);
  const whole =
    last === undefined ? example : typeof last === 'number' ? [example] : { [last]: example };
  return writeYaml(whole);
}

/** As the caterer would write it: no references, no broken lines, numbers that belong together on one. */
export function writeYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Seq: (_, list) => {
      list.flow = list.items.every((item) => isScalar(item) && typeof item.value === 'number');
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd();
}

function buildExample(file: string, schema: SchemaNode, field: FieldPath): unknown {
  const good = findGoodValue(file, field);
  if (good) return good.example;
  if (schema.entries) {
    return Object.fromEntries(
      Object.entries(schema.entries).map(([key, inner]) => [
        key,
        buildExample(file, inner, [...field, key]),
      ]),
    );
  }
  if (schema.item) {
    const least = schema.pipe?.find(({ type }) => type === 'length' || type === 'min_length');
    const one = buildExample(file, schema.item, [...field, 0]);
    return Array.from({ length: Number(least?.requirement ?? 1) }, () => one);
  }
  return schema.value && { champagne: buildExample(file, schema.value, [...field, 'champagne']) };
}

/** What a field is for, with an example; undefined for a group that its fields explain. */
export function findGoodValue(file: string, field: FieldPath): GoodValue | undefined {
  const good = GOOD_VALUES[file]?.[findPattern(file, field) ?? ''];
  return good && { example: sampleText(file, field), ...good };
}

/** The key of `GOOD_VALUES` that explains a field: the first that fits. */
export function findPattern(file: string, field: FieldPath): string | undefined {
  return Object.keys(GOOD_VALUES[file] ?? {}).find((pattern) => {
    const steps = pattern.split('.');
    return (
      steps.length === field.length &&
      steps.every((step, i) => step === '*' || step === String(field[i]))
    );
  });
}

function findSchema(root: SchemaNode, field: FieldPath): SchemaNode | undefined {
  return field.reduce<SchemaNode | undefined>(
    (schema, step) => schema?.entries?.[step] ?? schema?.item ?? schema?.value,
    root,
  );
}
