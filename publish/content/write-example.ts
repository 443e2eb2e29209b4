import * as v from 'valibot';
import { Document, isScalar, visit } from 'yaml';
import { limitOf, optionsOf, type SchemaNode } from '../../site/content-walk.ts';

/** Describes what a field expects, as part of a sentence. */
export function describeExpected(schema: SchemaNode): string {
  const about = v.getDescription(schema);
  if (schema.entries) {
    return `een groep met deze velden: ${Object.keys(schema.entries).join(', ')}`;
  }
  if (!schema.item) return about ?? 'een groep velden';
  const least = limitOf(schema, 'min_length');
  const most = limitOf(schema, 'max_length');
  const limits = [least && `minstens ${least}`, most && `hoogstens ${most}`].filter(Boolean);
  const list = ['een lijst', limits.join(' en ')].filter(Boolean).join(' met ');
  return about ? `${list}: ${about}` : `${list}, elk met een streepje ervoor`;
}

/** A field as written in the file: `town: Zaaddonk`. Without a name, the whole file. */
export function writeExample(schema: SchemaNode, name?: string | number): string {
  const example = buildExample(schema);
  if (name === undefined) return writeYaml(example);
  return writeYaml(typeof name === 'number' ? [example] : { [name]: example });
}

/** YAML without anchors or line folding, with pairs of numbers on one line. */
export function writeYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Seq: (_, list) => {
      list.flow = list.items.every((item) => isScalar(item) && typeof item.value === 'number');
    },
  });
  return document.toString({ lineWidth: 0 }).trimEnd();
}

/** A valid value for a schema: its example, or one built from the examples of its parts. */
export function buildExample(schema: SchemaNode): unknown {
  const own = v.getExamples(schema).at(-1);
  if (own !== undefined) return own;
  const { wrapped, entries, item, value, options = [] } = schema;
  if (wrapped) return buildExample(wrapped);
  if (entries) {
    const required = Object.entries(entries).filter(([, inner]) => !inner.wrapped);
    return Object.fromEntries(required.map(([key, inner]) => [key, buildExample(inner)]));
  }
  if (item) {
    const count = limitOf(schema, 'min_length') ?? 1;
    return Array.from({ length: count }, () => buildExample(item));
  }
  if (value) return { champagne: buildExample(value) };
  if ('literal' in schema) return schema.literal;
  const [choice] = optionsOf(schema);
  return choice ? buildExample(choice) : (options[0] ?? '…');
}
