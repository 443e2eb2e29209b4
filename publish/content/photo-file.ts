import { extname } from 'node:path';
import { findNearest } from '../../site/nearest.ts';

/** Endings of originals the photo pipeline reads. */
export const PHOTO_ENDINGS = ['.jpg', '.jpeg', '.jfif', '.png', '.webp', '.tif', '.tiff', '.avif'];

/** For HEIC, which phones write by default. */
export const PHONE_ADVICE =
  'een foto als JPG (op een iPhone: Instellingen > Camera > Structuren > Meest compatibel; op een ' +
  'computer: open de foto en bewaar hem opnieuw als JPG)';

/**
 * The original of a photo: a file in `content/photos/` with the photo's name and any known ending,
 * in capitals or not ('IMG_1234.JPG').
 *
 * @param files the names of all files in that folder
 * @returns its file, or a Dutch sentence that says what is wrong
 */
export function findPhotoFile(id: string, files: string[]): { file: string } | { wrong: string } {
  const own = files.filter((file) => file.startsWith(`${id}.`));
  const readable = own.filter((file) => isPhoto(file) && file.lastIndexOf('.') === id.length);
  const [first, second] = readable;
  if (first && !second) return { file: first };
  if (first) {
    const names = readable.join(' en ');
    return { wrong: `Er is meer dan één bestand met die naam: ${names}; haal er één weg.` };
  }
  const [other] = own;
  if (other) return { wrong: describeOther(other, id) };
  const nearest = findNearest(`${id}.jpg`, files.filter(isPhoto));
  const hint = nearest ? ` (wel ${nearest})` : '';
  return {
    wrong: `Er is geen foto ${id}.jpg in de map photos${hint}; de naam moet precies gelijk zijn, ook de hoofdletters.`,
  };
}

/** A file with the photo's name that is no original. */
function describeOther(file: string, id: string): string {
  const ending = extname(file).toLowerCase();
  if (isPhoto(file)) return `De foto heet ${file}; verwacht wordt de naam ${id}${ending}.`;
  const advice = ['.heic', '.heif'].includes(ending) ? PHONE_ADVICE : 'een foto als JPG';
  return `${file} is van een soort die we niet kunnen lezen; verwacht wordt ${advice}.`;
}

function isPhoto(file: string): boolean {
  return PHOTO_ENDINGS.includes(extname(file).toLowerCase());
}
