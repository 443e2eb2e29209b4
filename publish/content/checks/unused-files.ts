import type { Reference } from '../../../site/content-values.ts';
import { visitReferences } from '../../../site/content-walk.ts';
import { type ContentProblem, problemAt } from '../content-error.ts';
import { type CheckedContent, checkedFiles } from '../content-files.ts';
import { filesIn } from '../content-folder.ts';

/** Photos and files that nothing names: probably meant to be shown. Hidden pages count as naming. */
export function warnOfUnusedFiles(content: CheckedContent): ContentProblem[] {
  const named: Record<Reference, Set<string>> = {
    photo: new Set(),
    file: new Set(),
    link: new Set(),
    subject: new Set(),
  };
  for (const { schema, value } of checkedFiles(content)) {
    visitReferences(schema, value, (reference, name) => named[reference].add(name));
  }
  const { photos, files } = content;
  const listed = Object.keys(photos?.value ?? {});
  return [
    ...listed
      .filter((name) => photos && !named.photo.has(name))
      .flatMap((name) =>
        photos
          ? problemAt(photos.yaml, [name], {
              found: `geen enkele pagina toont de foto '${name}'`,
              expected: 'haar naam bij photos van een deel, of de foto hier en in de map weg',
              example: `photos: [${name}]`,
            })
          : [],
      ),
    ...filesIn('photos', files)
      .filter((file) => file !== 'photos.yaml')
      .filter((file) => !listed.some((name) => file.startsWith(`${name}.`)))
      .map((file) => ({
        file: `photos/${file}`,
        found: 'deze foto staat niet in photos/photos.yaml, en dus nergens op de site',
        expected: 'haar naam met focus en alt in photos/photos.yaml, of het bestand weg',
        example: `${file.replace(/\..*$/, '')}:\n  focus: [50, 50]\n  alt: Wat er op de foto staat.`,
      })),
    ...filesIn('files', files)
      .filter((file) => !named.file.has(file) && !named.link.has(`/files/${file}`))
      .map((file) => ({
        file: `files/${file}`,
        found: 'geen enkele pagina verwijst naar dit bestand',
        expected: 'een deel met kind: file, of het bestand weg',
        example: `file: ${file}`,
      })),
  ];
}
