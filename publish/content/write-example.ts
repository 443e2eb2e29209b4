import * as v from 'valibot';
import { Document, isScalar, visit } from 'yaml';
import { limitOf, type SchemaNode } from '../../site/content-walk.ts';
import { exampleValue } from '../../site/example-value.ts';

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
  const example = exampleValue(schema);
  const value = name === undefined ? example : { [name]: example };
  const document = new Document(typeof name === 'number' ? [example] : value, {
    aliasDuplicateObjects: false,
  });
  visit(document, {
    // A pair of numbers is on one line.
    Seq: (_, list) => {
      list.flow = list.items.every((item) => isScalar(item) && typeof item.value === 'number');
    },
  });
  return document.toString({ lineWidth: 0 }).trimEnd();
}
