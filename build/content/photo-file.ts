import { extname } from 'node:path';

/** Endings of originals the photo pipeline reads. */
export const PHOTO_ENDINGS = ['.jpg', '.jpeg', '.png', '.webp', '.tif', '.tiff', '.avif'];
/** What phones write by default and the pipeline cannot read. */
const UNREADABLE_ENDINGS = ['.heic', '.heif', '.raw', '.dng', '.cr2', '.nef', '.psd'];

export type PhotoFile =
  | { kind: 'found'; file: string }
  | { kind: 'several'; files: string[] }
  | { kind: 'unreadable'; file: string }
  | { kind: 'missing' };

/**
 * The original of a photo: a file in `content/photos/` with the photo's name and any known ending,
 * in capitals or not ('IMG_1234.JPG').
 */
export function findPhotoFile(id: string, files: string[]): PhotoFile {
  const own = files.filter((file) => file.slice(0, -extname(file).length || undefined) === id);
  const readable = own.filter((file) => PHOTO_ENDINGS.includes(extname(file).toLowerCase()));
  if (readable.length > 1) return { kind: 'several', files: readable };
  if (readable[0]) return { kind: 'found', file: readable[0] };
  const unreadable = own.find((file) => UNREADABLE_ENDINGS.includes(extname(file).toLowerCase()));
  return unreadable ? { kind: 'unreadable', file: unreadable } : { kind: 'missing' };
}
