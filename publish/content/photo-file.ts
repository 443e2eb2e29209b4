import { extname } from 'node:path';
import { findNearest } from '../../site/nearest.ts';

/** Endings of originals the photo pipeline reads. */
export const PHOTO_ENDINGS = ['.jpg', '.jpeg', '.jfif', '.png', '.webp', '.tif', '.tiff', '.avif'];

/** For HEIC, which phones write by default. */
export const PHONE_ADVICE =
  'een foto als JPG. Op een iPhone: Instellingen > Camera > Structuren > Meest compatibel. ' +
  'Op een computer: open de foto en bewaar hem opnieuw als JPG';

/** The original of a photo, or what the caterer has to mend before there is one. */
export type PhotoFile =
  | { kind: 'found'; file: string }
  | { kind: 'wrong'; found: string; expected: string; example: string };

/**
 * The original of a photo: a file in `content/photos/` with the photo's name and any known ending,
 * in capitals or not ('IMG_1234.JPG').
 *
 * @param files the names of all files in that folder
 */
export function findPhotoFile(id: string, files: string[]): PhotoFile {
  const own = files.filter((file) => file.startsWith(`${id}.`));
  const readable = own.filter((file) => isPhoto(file) && file.lastIndexOf('.') === id.length);
  const [first, second] = readable;
  if (first && !second) return { kind: 'found', file: first };
  if (first) {
    return {
      kind: 'wrong',
      found: `meer dan één bestand met die naam: ${readable.join(' en ')}`,
      expected: 'één bestand per foto; haal het andere weg of geef het een andere naam',
      example: `content/photos/${first}`,
    };
  }
  const example = `content/photos/${id}.jpg`;
  if (own[0]) return { kind: 'wrong', ...describeOther(own[0], id), example };
  const nearest = findNearest(`${id}.jpg`, files.filter(isPhoto));
  return {
    kind: 'wrong',
    found: `er is geen foto ${id}.jpg in de map photos${nearest ? ` (wel ${nearest})` : ''}`,
    expected: 'een bestand met precies deze naam; hoofdletters tellen mee',
    example,
  };
}

/** A file with the photo's name that is no original. */
function describeOther(file: string, id: string): { found: string; expected: string } {
  const ending = extname(file).toLowerCase();
  if (isPhoto(file)) {
    return {
      found: `de foto heet ${file}`,
      expected: `dezelfde foto met de naam ${id}${ending}`,
    };
  }
  return {
    found: `${file} is van een soort die we niet kunnen lezen`,
    expected: ['.heic', '.heif'].includes(ending)
      ? PHONE_ADVICE
      : 'een foto als JPG: open het bestand in het programma waarmee je het maakte of bekijkt, en bewaar het als JPG',
  };
}

function isPhoto(file: string): boolean {
  return PHOTO_ENDINGS.includes(extname(file).toLowerCase());
}
