import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Content } from '../../site/content.ts';
import { findPhotoFile } from '../content/photo-file.ts';
import type { PhotoOriginal } from './prepare-photos.ts';

/** The originals of all listed photos, and which of them a phone shows upright. */
export async function findOriginals(
  contentDir: string,
  { pages, photos }: Content,
): Promise<PhotoOriginal[]> {
  const dir = resolve(contentDir, 'photos');
  const files = await readdir(dir);
  const shownUpright = new Set(
    pages.flatMap(({ sections }) =>
      sections.flatMap((section) => {
        if (section.kind === 'hero') return section.photos;
        return section.kind === 'picture' ? [section.photo] : [];
      }),
    ),
  );
  return Object.entries(photos).flatMap(([id, { alt, focus, tallFocus = focus }]) => {
    const original = findPhotoFile(id, files);
    // The checks of content/ refuse a photo without a file.
    if (original.kind !== 'found') return [];
    const photo = { id, file: join(dir, original.file), alt, focus };
    return shownUpright.has(id) ? { ...photo, tallFocus } : photo;
  });
}
