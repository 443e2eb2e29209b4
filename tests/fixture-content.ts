import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isMap, parseDocument } from 'yaml';
import { FIELDS, OPTION_FIELDS, requiredRule } from '../enquiry/fields.ts';
import { hashFiles } from '../publish/hash-files.ts';

const SOURCE = resolve(import.meta.dirname, 'fixtures/content');
/** Followed by '-' and a hash of what is in it. */
const COMPLETED = resolve(import.meta.dirname, '../.cache/tests/content');
const MESSAGES = 'messages.yaml';

/**
 * The tests' own caterer. A field of the enquiry that is newer than its French words has its wire name
 * for a label, so that a new field needs no words in two languages.
 */
export const FIXTURE_CONTENT_DIR = await complete();

async function complete(): Promise<string> {
  const messages = parseDocument(readFileSync(`${SOURCE}/${MESSAGES}`, 'utf8'));
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
  for (const [group, key, value] of missing) messages.setIn([group, key], value);
  return copyWith(String(messages));
}

/** The folder appears as a whole: test files run side by side, and each completes it. */
async function copyWith(messages: string): Promise<string> {
  const source = await hashFiles([`${SOURCE}/**`]);
  const hash = createHash('sha256').update(source).update(messages).digest('hex');
  const dir = `${COMPLETED}-${hash.slice(0, 8)}`;
  if (existsSync(dir)) return dir;
  mkdirSync(dirname(dir), { recursive: true });
  const own = mkdtempSync(`${dir}-`);
  cpSync(SOURCE, own, { recursive: true });
  writeFileSync(`${own}/${MESSAGES}`, messages);
  try {
    renameSync(own, dir);
  } catch (error) {
    rmSync(own, { recursive: true });
    // Else another was first.
    if (!existsSync(dir)) throw error;
  }
  return dir;
}
