import { extname } from 'node:path';
import { findNearest } from '../../site/nearest.ts';
import { type CheckedContent, filesIn } from './content-files.ts';
import { errorAt, type Finding } from './finding.ts';

/** File extensions of supported originals. */
export const PHOTO_ENDINGS = ['.jpg', '.jpeg', '.jfif', '.png', '.webp', '.tif', '.tiff', '.avif'];

/** Advice for HEIC, the default format of iPhones. */
export const PHONE_ADVICE =
  'een foto als JPG (op een iPhone: Instellingen > Camera > Structuren > Meest compatibel; op een ' +
  'computer: open de foto en bewaar hem opnieuw als JPG)';

/** The name is used in URLs and CSS, so only characters that need no escaping are allowed. */
const PHOTO_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** Checks the names of the listed photos, and that each has a readable file. */
export function* checkPhotoFiles({ photos, files }: CheckedContent): Iterable<Finding> {
  for (const name of Object.keys(photos?.value ?? {})) {
    const original = findPhotoFile(name, filesIn('photos', files));
    const wrong = PHOTO_NAME.test(name)
      ? original.wrong
      : `'${name}' kan geen naam van een foto zijn; gebruik letters zonder accent, cijfers en koppeltekens, ook in de naam van het bestand.`;
    if (photos && wrong) yield errorAt(photos.yaml, [name], wrong, 'content/photos/champagne.jpg');
  }
}

/**
 * Finds the original of a photo: a file in `content/photos/` with its name and a supported
 * extension in any case ('IMG_1234.JPG').
 *
 * @param files the names of all files in that folder
 * @returns its file name, or a Dutch sentence about the problem
 */
export function findPhotoFile(
  name: string,
  files: string[],
): { file: string; wrong?: undefined } | { wrong: string } {
  const own = files.filter((file) => file.startsWith(`${name}.`));
  const readable = own.filter((file) => isPhoto(file) && file.lastIndexOf('.') === name.length);
  const [first, second] = readable;
  if (first && !second) return { file: first };
  if (first) {
    const names = readable.join(' en ');
    return { wrong: `Er is meer dan één bestand met die naam: ${names}; haal er één weg.` };
  }
  const [other] = own;
  if (other) {
    const advice = /\.hei[cf]$/i.test(other) ? PHONE_ADVICE : `een foto als JPG, ${name}.jpg`;
    return { wrong: `${other} kunnen we zo niet gebruiken; verwacht wordt ${advice}.` };
  }
  const nearest = findNearest(`${name}.jpg`, files.filter(isPhoto));
  const hint = nearest ? ` (wel ${nearest})` : '';
  return {
    wrong: `Er is geen foto ${name}.jpg in de map photos${hint}; de naam moet precies gelijk zijn, ook de hoofdletters.`,
  };
}

function isPhoto(file: string): boolean {
  return PHOTO_ENDINGS.includes(extname(file).toLowerCase());
}
