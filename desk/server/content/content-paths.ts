import { join, parse } from 'node:path';
import { PHOTO_EXTENSIONS } from '../../../publish/content/photo-file.ts';
import { RefusedError } from '../../shared/api.ts';
import type { Folders } from '../desk-folders.ts';

/* Paths below `content/`, such as 'photos/champagne.jpg'. */

/** Whether a path has no hidden name and stays inside its folder. */
export const isContentPath = (path: string) =>
  path.split('/').every((part) => /^[^./\\\0:][^/\\\0:]*$/.test(part));

/** @throws RefusedError 400 for other paths */
export function contentFile({ contentDir }: Folders, path: string): string {
  if (!isContentPath(path)) throw new RefusedError(400, `De werktafel kent geen bestand ${path}.`);
  return join(contentDir, path);
}

export function isPhotoFile(path: string): boolean {
  const { dir, ext } = parse(path);
  return dir === 'photos' && PHOTO_EXTENSIONS.includes(ext.toLowerCase());
}
