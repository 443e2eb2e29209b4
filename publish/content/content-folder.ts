import { readdir } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';
import { findNearest } from '../../site/nearest.ts';
import type { ContentProblem } from './content-error.ts';
import { type CheckedContent, CONTENT_FILES, PAGES_FOLDER } from './content-files.ts';
import { PHONE_ADVICE } from './photo-file.ts';

/** Paths of all files from the content folder, with forward slashes; without those that begin with a dot. */
export async function listFiles(contentDir: string): Promise<string[]> {
  const entries = await readdir(contentDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(contentDir, join(parentPath, name)))
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => !/(?:^|\/)\./.test(file))
    .sort();
}

export const isPageFile = (file: string) =>
  dirname(file) === PAGES_FOLDER && extname(file) === '.yaml';

/** Names of the files directly in one folder: `filesIn('photos', files)`. */
export function filesIn(folder: string, files: string[]): string[] {
  return files
    .filter((file) => dirname(file) === folder)
    .map((file) => file.slice(folder.length + 1));
}

/** A file nobody reads is a text the caterer waits for in vain: a copy, another ending, a typo. */
export function checkStrangeFiles({ files }: CheckedContent): ContentProblem[] {
  const known: string[] = Object.values(CONTENT_FILES).map(({ file }) => file);
  const strange = files.filter((file) =>
    dirname(file) === PAGES_FOLDER
      ? !isPageFile(file)
      : /\.ya?ml$/i.test(file) && !known.includes(file),
  );
  return strange.map((file) => {
    const page = `${file.replace(/\.[^.]*$/, '')}.yaml`;
    const nearest = dirname(file) === PAGES_FOLDER ? page : findNearest(file, known);
    return {
      file,
      found: 'dit bestand kennen we niet, niemand leest het',
      expected: nearest
        ? `${nearest}, denken we; geef het die naam of haal het hier weg`
        : 'alleen de bestanden die bij de site horen; zet dit in een map buiten content',
      example: `content/${nearest ?? known[0]}`,
    };
  });
}

/** Wherever it lies: it is meant to be shown, and no browser can. */
export function checkPhoneFormats({ files, photos }: CheckedContent): ContentProblem[] {
  const told = Object.keys(photos?.value ?? {}).map((name) => `photos/${name}.`);
  return files
    .filter((file) => /\.hei[cf]$/i.test(file) && !told.some((start) => file.startsWith(start)))
    .map((file) => ({
      file,
      found: 'een foto als HEIC: die kan een browser niet tonen',
      expected: PHONE_ADVICE,
      example: `content/${file.replace(/\.[^.]*$/, '.jpg')}`,
    }));
}
