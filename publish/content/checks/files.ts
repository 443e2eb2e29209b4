import { dirname } from 'node:path';
import type { Reference } from '../../../site/content-values.ts';
import { visitReferences } from '../../../site/content-walk.ts';
import { findNearest } from '../../../site/nearest.ts';
import {
  type CheckedContent,
  CONTENT_FILES,
  checkedFiles,
  filesIn,
  isPageFile,
} from '../content-files.ts';
import { type Finding, findingAbout, warningAt } from '../finding.ts';
import { PHONE_ADVICE } from '../photo-file.ts';

const CONTENT_FILE_NAMES: string[] = Object.values(CONTENT_FILES).map(({ file }) => file);

/** Warns about files that are never read. */
export function* checkFiles(content: CheckedContent): Iterable<Finding> {
  yield* findStrangeFiles(content);
  yield* findUnusedFiles(content);
}

function* findStrangeFiles({ files, photos }: CheckedContent): Iterable<Finding> {
  const listed = Object.keys(photos?.value ?? {}).map((name) => `photos/${name}.`);
  for (const file of files) {
    const folder = dirname(file);
    if (folder.startsWith('files/')) {
      const message = `De map ${folder} komt niet op de site; leg de bestanden rechtstreeks in de map files.`;
      yield findingAbout('warning', file, message);
    } else if (/\.hei[cf]$/i.test(file)) {
      // The check of photos reports listed photos.
      if (listed.some((start) => file.startsWith(start))) continue;
      const message = `Dit is een foto als HEIC, die geen browser kan tonen; verwacht wordt ${PHONE_ADVICE}.`;
      yield findingAbout('warning', file, message);
    } else if (folder === 'pages' ? !isPageFile(file) : isUnknownYaml(file)) {
      const meant =
        folder === 'pages'
          ? file.replace(/\.[^.]*$/, '.yaml')
          : findNearest(file, CONTENT_FILE_NAMES);
      const hint = meant ? `; bedoel je ${meant}?` : '; leg het in een map buiten content.';
      yield findingAbout('warning', file, `Niets leest dit bestand${hint}`);
    }
  }
}

const isUnknownYaml = (file: string) =>
  /\.ya?ml$/i.test(file) && !isPageFile(file) && !CONTENT_FILE_NAMES.includes(file);

/** Warns about photos and files without references. References from hidden pages count. */
function* findUnusedFiles(content: CheckedContent): Iterable<Finding> {
  const named: Record<Reference, Set<string>> = {
    photo: new Set(),
    file: new Set(),
    link: new Set(),
    subject: new Set(),
  };
  for (const { schema, value } of checkedFiles(content)) {
    visitReferences(schema, value, (reference, name) => named[reference].add(name));
  }
  const { photos, files, hasEveryPage } = content;
  // An unreadable page may refer to it.
  if (!photos || !hasEveryPage) return;
  const listed = Object.keys(photos.value);
  for (const name of listed.filter((one) => !named.photo.has(one))) {
    const message = `Geen enkele pagina toont de foto '${name}'; zet haar bij een deel, of haal haar weg.`;
    yield warningAt(photos.yaml, [name], message, `photos: [ ${name} ]`);
  }
  for (const file of filesIn('photos', files)) {
    if (file === 'photos.yaml' || listed.some((name) => file.startsWith(`${name}.`))) continue;
    const message =
      'Deze foto staat niet in photos/photos.yaml, en dus nergens op de site; zet haar erbij, of haal het bestand weg.';
    const example = `${file.replace(/\..*$/, '')}:\n  focus: [ 50, 50 ]\n  alt: Wat er op de foto staat.`;
    yield findingAbout('warning', `photos/${file}`, message, example);
  }
  for (const file of filesIn('files', files)) {
    if (named.file.has(file) || named.link.has(`/files/${file}`)) continue;
    const message =
      'Geen enkele pagina verwijst naar dit bestand; zet er een deel met kind: file voor, of haal het weg.';
    yield findingAbout('warning', `files/${file}`, message, `file: ${file}`);
  }
}
