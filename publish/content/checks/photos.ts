import { type FieldPath, visitReferences } from '../../../site/content-walk.ts';
import { type CheckedContent, type CheckedPage, filesIn } from '../content-files.ts';
import { errorAt, type Finding, warningAt } from '../finding.ts';
import { findPhotoFile } from '../photo-file.ts';

/** The name is used in URLs and CSS, so only characters that need no escaping are allowed. */
const PHOTO_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/**
 * Checks that listed photos have a readable file, and that adjacent sections do not start with the
 * same photo.
 */
export function* checkPhotos({ photos, files, pages }: CheckedContent): Iterable<Finding> {
  for (const page of pages) if (!page.value.hidden) yield* findRepeatedPhotos(page);
  if (!photos) return;
  for (const name of Object.keys(photos.value)) {
    const original = findPhotoFile(name, filesIn('photos', files));
    if (!PHOTO_NAME.test(name)) {
      const message = `'${name}' kan geen naam van een foto zijn; gebruik letters zonder accent, cijfers en koppeltekens, ook in de naam van het bestand.`;
      yield errorAt(photos.yaml, [name], message, `${suggestName(name)}:`);
    } else if ('wrong' in original) {
      yield errorAt(photos.yaml, [name], original.wrong, `content/photos/${name}.jpg`);
    }
  }
}

function suggestName(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '');
  return plain.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'champagne';
}

function* findRepeatedPhotos({ yaml, schema, value }: CheckedPage): Iterable<Finding> {
  const firsts = new Map<number, { photo: string; path: FieldPath }>();
  visitReferences(schema, value, (reference, photo, path) => {
    const [field, index] = path;
    if (reference !== 'photo' || field !== 'sections' || firsts.has(Number(index))) return;
    firsts.set(Number(index), { photo, path });
  });
  const shown = value.sections.flatMap(({ hidden }, i) => (hidden ? [] : [firsts.get(i)]));
  for (const [i, first] of shown.entries()) {
    if (first === undefined || first.photo !== shown[i - 1]?.photo) continue;
    const message = `Het deel hierboven begint ook met de foto '${first.photo}'; zet hier liever een andere vooraan.`;
    yield warningAt(yaml, first.path, message);
  }
}
