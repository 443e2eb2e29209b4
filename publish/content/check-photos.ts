import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Block, PhotoList } from '../../site/content.ts';
import { type ContentProblem, findNearest } from './content-error.ts';
import type { YamlFile } from './parse-yaml.ts';
import { findPhotoFile } from './photo-file.ts';

/** Part of the addresses of its files and of the style sheet, so letters that need no escaping. */
const PHOTO_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** Every listed photo has a file that can be read; every page names listed photos. */
export async function checkPhotos(
  contentDir: string,
  yaml: YamlFile,
  { photos, pages }: PhotoList,
): Promise<ContentProblem[]> {
  const files = await readdir(join(contentDir, 'photos')).catch(() => []);
  const names = Object.keys(photos);
  const problems = names.flatMap((name) => checkPhotoFile(yaml, name, files));
  for (const [page, list] of Object.entries(pages)) {
    list.forEach((name, i) => {
      problems.push(...checkPhotoName(yaml, ['pages', page, i], name, names));
    });
  }
  return problems;
}

/** Every block shows listed photos. */
export function checkBlockPhotos(yaml: YamlFile, blocks: Block[], names: string[]) {
  return blocks.flatMap(({ photos }, block) =>
    photos.flatMap((name, i) => checkPhotoName(yaml, ['blocks', block, 'photos', i], name, names)),
  );
}

function checkPhotoName(
  yaml: YamlFile,
  field: (string | number)[],
  name: string,
  names: string[],
): ContentProblem[] {
  if (names.includes(name)) return [];
  const nearest = findNearest(name, names);
  return [
    {
      file: yaml.file,
      line: yaml.lineOf(field),
      field,
      found: `de foto '${name}' staat niet in photos/photos.yaml`,
      expected: 'de naam van een foto uit photos/photos.yaml',
      example: `- ${nearest ?? names[0] ?? 'champagne'}`,
    },
  ];
}

function checkPhotoFile(yaml: YamlFile, name: string, files: string[]): ContentProblem[] {
  const field = ['photos', name];
  const place = { file: yaml.file, line: yaml.lineOf(field), field };
  if (!PHOTO_NAME.test(name)) {
    return [
      {
        ...place,
        found: `'${name}' kan geen naam van een foto zijn`,
        expected:
          'letters zonder accent, cijfers en koppeltekens, hier en in de naam van het bestand',
        example: `${suggestName(name)}:`,
      },
    ];
  }
  const original = findPhotoFile(name, files);
  if (original.kind === 'found') return [];
  const { kind: _, ...problem } = original;
  return [{ ...place, ...problem }];
}

function suggestName(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '');
  return plain.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'champagne';
}
