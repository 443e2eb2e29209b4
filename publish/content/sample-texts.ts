import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { FieldPath } from './content-error.ts';

/**
 * Files whose every key has a text of its own, for which no other would do as an example: 'Sluiten'
 * on the button that sends the form is worse than no example. `content/` itself cannot be asked, as
 * there the caterer writes.
 */
const SAMPLES = ['messages.yaml', 'mails.yaml'];

const read = new Map<string, Record<string, Record<string, string>>>();

/** The text of a message or mail as it was delivered; read only once there is a mistake to explain. */
export function sampleText(file: string, field: FieldPath): string | undefined {
  if (!SAMPLES.includes(file)) return undefined;
  const sample = read.get(file) ?? parse(readFileSync(sampleFile(file), 'utf8'));
  read.set(file, sample);
  const [group = '', key = ''] = field;
  return sample[group]?.[key];
}

function sampleFile(file: string): string {
  return join(import.meta.dirname, 'examples', file);
}
