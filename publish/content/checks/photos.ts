import { type FieldPath, visitReferences } from '../../../site/content-walk.ts';
import { type ContentProblem, problemAt } from '../content-error.ts';
import type { CheckedContent, CheckedPage } from '../content-files.ts';
import { filesIn } from '../content-folder.ts';
import { findPhotoFile } from '../photo-file.ts';

/** Part of the addresses of its files and of the style sheet, so letters that need no escaping. */
const PHOTO_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** Every listed photo has a file that can be read. */
export function checkPhotos({ photos, files }: CheckedContent): ContentProblem[] {
  if (!photos) return [];
  return Object.keys(photos.value).flatMap((name) => {
    if (!PHOTO_NAME.test(name)) {
      return problemAt(photos.yaml, [name], {
        found: `'${name}' kan geen naam van een foto zijn`,
        expected:
          'letters zonder accent, cijfers en koppeltekens, hier en in de naam van het bestand',
        example: `${suggestName(name)}:`,
      });
    }
    const original = findPhotoFile(name, filesIn('photos', files));
    if (original.kind === 'found') return [];
    const { kind: _, ...finding } = original;
    return problemAt(photos.yaml, [name], finding);
  });
}

function suggestName(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '');
  return plain.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'champagne';
}

/** One section below the other that begins with the same photo looks like a mistake. */
export function warnOfRepeatedPhotos({ pages }: CheckedContent): ContentProblem[] {
  return pages
    .filter(({ value }) => !value.hidden)
    .flatMap((page) => {
      const firsts = firstPhotos(page);
      return firsts.flatMap((first, i) =>
        first === undefined || first.photo !== firsts[i - 1]?.photo
          ? []
          : problemAt(page.yaml, first.path, {
              found: `'${first.photo}', de foto die het deel hierboven ook als eerste toont`,
              expected: 'liever een andere foto vooraan',
              example: 'photos: [een-andere-foto, …]',
            }),
      );
    });
}

/** What each section that is shown begins with; undefined for one without photos. */
function firstPhotos({ schema, value }: CheckedPage) {
  const first = new Map<number, { photo: string; path: FieldPath }>();
  visitReferences(schema, value, (reference, photo, path) => {
    const [field, index] = path;
    const section = Number(index);
    if (reference === 'photo' && field === 'sections' && !first.has(section)) {
      first.set(section, { photo, path });
    }
  });
  return value.sections.flatMap(({ hidden }, index) => (hidden ? [] : [first.get(index)]));
}
