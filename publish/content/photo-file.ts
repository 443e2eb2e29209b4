import { extname } from 'node:path';
import { findNearest } from '../../site/nearest.ts';

/** File extensions of supported originals. */
export const PHOTO_ENDINGS = ['.jpg', '.jpeg', '.jfif', '.png', '.webp', '.tif', '.tiff', '.avif'];

/** Advice for HEIC, the default format of iPhones. */
export const PHONE_ADVICE =
  'een foto als JPG (op een iPhone: Instellingen > Camera > Structuren > Meest compatibel; op een ' +
  'computer: open de foto en bewaar hem opnieuw als JPG)';

/**
 * Finds the original of a photo: a file in `content/photos/` with its name and a supported
 * extension in any case ('IMG_1234.JPG').
 *
 * @param files the names of all files in that folder
 * @returns its file name, or a Dutch sentence about the problem
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

/** Explains a file with the photo's name in an unsupported format. */
function describeOther(file: string, id: string): string {
  const ending = extname(file).toLowerCase();
  if (isPhoto(file)) return `De foto heet ${file}; verwacht wordt de naam ${id}${ending}.`;
  const advice = ['.heic', '.heif'].includes(ending) ? PHONE_ADVICE : 'een foto als JPG';
  return `${file} is van een soort die we niet kunnen lezen; verwacht wordt ${advice}.`;
}

function isPhoto(file: string): boolean {
  return PHOTO_ENDINGS.includes(extname(file).toLowerCase());
}
