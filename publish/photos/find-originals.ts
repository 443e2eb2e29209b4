import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Content } from '../../site/content.ts';
import { traitsOf, uprightPhotosOf } from '../../site/sections/index.ts';
import { findPhotoFile } from '../content/photo-file.ts';
import type { PhotoOriginal } from './prepare-photos.ts';

/** The originals of all listed photos, which of them a phone shows upright, and which it waits for. */
export async function findOriginals(
  contentDir: string,
  { pages, photos }: Content,
): Promise<PhotoOriginal[]> {
  const dir = resolve(contentDir, 'photos');
  const files = await readdir(dir);
  const upright = pages
    .flatMap((page) => page.sections)
    .map((section) => ({ ...traitsOf(section), photos: uprightPhotosOf(section) }));
  const awaited = new Set(upright.filter(({ over }) => over).map(({ photos: [first] }) => first));
  const shownUpright = new Set(upright.flatMap(({ photos }) => photos));
  return Object.entries(photos).flatMap(([id, { alt, focus, tallFocus = focus }]) => {
    const original = findPhotoFile(id, files);
    // The checks of content/ refuse a photo without a file.
    if ('wrong' in original) return [];
    const photo = { id, file: join(dir, original.file), alt, focus };
    if (!shownUpright.has(id)) return photo;
    return { ...photo, tallFocus, isAwaited: awaited.has(id) };
  });
}
