import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isMap, parseDocument } from 'yaml';
import { FIELDS, OPTION_FIELDS, requiredRule } from '../enquiry/fields.ts';

const SOURCE = resolve(import.meta.dirname, 'fixtures/content');
const COMPLETED = resolve(import.meta.dirname, '../.cache/tests/content');

/**
 * The tests' own caterer. A field of the enquiry that is newer than its French words has its wire name
 * for a label, so that a new field needs no words in two languages.
 */
export const FIXTURE_CONTENT_DIR = complete();

function complete(): string {
  const file = 'messages.yaml';
  const messages = parseDocument(readFileSync(`${SOURCE}/${file}`, 'utf8'));
  const wanted: [group: string, key: string, value: unknown][] = [];
  for (const field of FIELDS) {
    wanted.push(['fields', field.name, field.name]);
    if ('required' in field) wanted.push(['rules', requiredRule(field.name), field.name]);
  }
  for (const name of OPTION_FIELDS) wanted.push(['options', name, [name]]);
  const missing = wanted.filter(([group, key]) => {
    const words = messages.get(group);
    return !isMap(words) || !words.has(key);
  });
  if (missing.length === 0) return SOURCE;
  cpSync(SOURCE, COMPLETED, { recursive: true });
  for (const [group, key, value] of missing) messages.setIn([group, key], value);
  writeFileSync(`${COMPLETED}/${file}`, String(messages));
  return COMPLETED;
}
