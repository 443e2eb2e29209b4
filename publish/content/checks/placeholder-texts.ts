import * as v from 'valibot';
import { type FieldPath, isGroup, walkContent } from '../../../site/schema/content-walk.ts';
import {
  type CheckedContent,
  CONTENT_FILES,
  isPageFile,
  type ReadableFile,
} from '../content-files.ts';
import { errorAt, type Finding } from '../finding.ts';
import { isPlaceholderText } from '../placeholder-texts.ts';

const MESSAGE = 'Hier staat nog geen tekst van jou. Vul hem in, of haal dit weg.';

/** Reports placeholder texts that visitors would see, also in invalid files. */
export function checkPlaceholderTexts({ readable }: CheckedContent): Finding[] {
  const photos = readable.find(({ yaml }) => yaml.file === CONTENT_FILES.photos.file);
  const findings = new Map<string, Finding>();
  const check = ({ yaml }: ReadableFile, path: FieldPath) => {
    const text = valueAt(yaml.value, path);
    if (typeof text !== 'string' || !isPlaceholderText(text)) return;
    const finding = { ...errorAt(yaml, path, MESSAGE), code: 'placeholder' };
    findings.set(`${yaml.file} ${path.join('.')}`, finding);
  };
  for (const file of readable) {
    const { yaml, schema } = file;
    if (!isPageFile(yaml.file) || valueAt(yaml.value, ['hidden']) === true) continue;
    walkContent(schema, yaml.value, (value, described, path) => {
      const isSectionHidden = valueAt(yaml.value, [...path.slice(0, 2), 'hidden']) === true;
      if (isSectionHidden) return;
      check(file, path);
      const isPhoto = v.getMetadata(described).reference === 'photo';
      if (isPhoto && photos) check(photos, [String(value), 'alt']);
    });
  }
  return [...findings.values()];
}

function valueAt(value: unknown, path: FieldPath): unknown {
  let found = value;
  for (const step of path) {
    if (!isGroup(found) && !Array.isArray(found)) return undefined;
    found = Object.hasOwn(found, step) ? found[step as never] : undefined;
  }
  return found;
}
