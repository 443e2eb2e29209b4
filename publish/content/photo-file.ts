import { extname, parse } from 'node:path';
import { type CheckedContent, filesIn } from './content-files.ts';
import { errorAt, type Finding } from './finding.ts';

/** File extensions of supported originals. */
export const PHOTO_EXTENSIONS = [
  '.jpg',
  '.jpeg',
  '.jfif',
  '.png',
  '.webp',
  '.tif',
  '.tiff',
  '.avif',
];

/** Advice for HEIC, the default format of iPhones. */
export const PHONE_ADVICE =
  'een JPG (op een iPhone: Instellingen > Camera > Structuren > Meest compatibel)';

/** A name has no characters that URLs and CSS would have to escape. */
const PHOTO_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** Checks that each listed photo has a valid name and a file. */
export function* checkPhotoFiles({ photos, files }: CheckedContent): Iterable<Finding> {
  if (!photos) return;
  const photoFiles = filesIn('photos', files);
  for (const name of Object.keys(photos.value)) {
    const problem = PHOTO_NAME.test(name)
      ? findPhotoFile(name, photoFiles).problem
      : `De naam '${name}' kan niet; gebruik letters zonder accent, cijfers en koppeltekens.`;
    if (problem) yield errorAt(photos.yaml, [name], problem, 'content/photos/champagne.jpg');
  }
}

/**
 * Finds the original of a photo by its name; the extension may be in any case ('IMG_1234.JPG').
 *
 * @param files all files in `content/photos/`
 * @returns its file name, or a Dutch sentence about the problem
 */
export function findPhotoFile(
  name: string,
  files: string[],
): { file: string; problem?: undefined } | { problem: string } {
  const own = files.filter((file) => parse(file).name === name);
  const [first, second] = own.filter(isPhoto);
  if (first && second) {
    return { problem: `${first} en ${second} hebben dezelfde naam; haal er één weg.` };
  }
  if (first) return { file: first };
  const [other] = own;
  if (other) {
    const isOfPhone = ['.heic', '.heif'].includes(extname(other).toLowerCase());
    const advice = isOfPhone ? PHONE_ADVICE : `een foto als JPG, ${name}.jpg`;
    return { problem: `${other} kunnen we zo niet gebruiken; verwacht wordt ${advice}.` };
  }
  return { problem: `Er is geen foto ${name}.jpg in de map photos; let ook op de hoofdletters.` };
}

function isPhoto(file: string): boolean {
  return PHOTO_EXTENSIONS.includes(extname(file).toLowerCase());
}
