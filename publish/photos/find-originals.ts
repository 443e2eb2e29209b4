import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Content } from '../../site/content.ts';
import { findPhotoFile } from '../content/photo-file.ts';
import type { PhotoOriginal } from './prepare-photos.ts';

/** The originals of all listed photos, which of them a phone shows upright, and which it waits for. */
export async function findOriginals(
  contentDir: string,
  { pages, photos }: Content,
): Promise<PhotoOriginal[]> {
  const dir = resolve(contentDir, 'photos');
  const files = await readdir(dir);
  const sections = pages.flatMap((page) => page.sections);
  const heroes = sections.filter((section) => section.kind === 'hero');
  const pictures = sections.filter((section) => section.kind === 'picture');
  const awaited = new Set(heroes.map(({ photos: [first] }) => first));
  const shownUpright = new Set([
    ...heroes.flatMap((hero) => hero.photos),
    ...pictures.map(({ photo }) => photo),
  ]);
  return Object.entries(photos).flatMap(([id, { alt, focus, tallFocus = focus }]) => {
    const original = findPhotoFile(id, files);
    // The checks of content/ refuse a photo without a file.
    if (original.kind !== 'found') return [];
    const photo = { id, file: join(dir, original.file), alt, focus };
    if (!shownUpright.has(id)) return photo;
    return { ...photo, tallFocus, isAwaited: awaited.has(id) };
  });
}
