import sharp, { type Sharp } from 'sharp';
import { type Finding, findingAbout } from '../content/finding.ts';
import { PHONE_ADVICE } from '../content/photo-file.ts';

export interface Size {
  width: number;
  height: number;
}

/** Pixels in red, green and blue, with a byte for each, row by row. */
export interface Pixels extends Size {
  data: Uint8Array;
}

/** Minimum side length in pixels. */
const MIN_SIDE = 16;
/** A photo that is more elongated would have no height at the smallest width. */
const MAX_ASPECT = 20;
/** Large enough for the widest file of the photo and of its tall crop. */
const WORKING_SIZE = { width: 2560, height: 2000 };

/** The caterer can correct this, so the message is a Dutch sentence. */
export class UnreadablePhotoError extends Error {
  override readonly name = 'UnreadablePhotoError';
}

/**
 * Describes an error of {@link readOriginal} for the caterer.
 *
 * @throws any other error than an unreadable photo
 */
export function unreadablePhoto(file: string, error: unknown): Finding {
  if (!(error instanceof UnreadablePhotoError)) throw error;
  const example = `content/photos/${file.replace(/\.\w+$/, '')}.jpg, van 4000 × 3000 beeldpunten`;
  return findingAbout('error', `photos/${file}`, error.message, example);
}

/**
 * Decodes a photo to oriented sRGB pixels without transparency or metadata, scaled down to the
 * working size if larger.
 *
 * @param background colour of transparent areas: '#f6f1e7'
 * @throws UnreadablePhotoError when the bytes are damaged, not a photo, too large or too small
 */
export async function readOriginal(bytes: Uint8Array, background = '#ffffff'): Promise<Pixels> {
  if (isHeic(bytes)) {
    const message = `Dit is een HEIC-foto met een andere naam; verwacht wordt ${PHONE_ADVICE}.`;
    throw new UnreadablePhotoError(message);
  }
  try {
    // This tolerates harmless stray bytes of cameras and editors, but refuses truncated files.
    const image = sharp(bytes, { failOn: 'truncated' });
    const { autoOrient } = await image.metadata();
    checkPhotoSize(autoOrient);
    const { data, info } = await image
      .autoOrient()
      .resize({ ...WORKING_SIZE, fit: 'outside', withoutEnlargement: true })
      .flatten({ background })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof UnreadablePhotoError) throw error;
    const [reason] = (error as Error).message.split('\n');
    const message = `Dit bestand is beschadigd of geen foto (${reason}); bewaar het opnieuw als JPG.`;
    throw new UnreadablePhotoError(message, { cause: error });
  }
}

export function openPixels({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Recognises HEIC by its bytes, because phones and mail programs rename it to '.jpg'. */
function isHeic(bytes: Uint8Array): boolean {
  const brand = String.fromCharCode(...bytes.subarray(4, 12));
  return /^ftyp(?:hei[cmsx]|hev[cx]|mif1)/.test(brand);
}

/**
 * Checks the size of a photo. The desk calls this at an upload, so that it accepts no photo that
 * publishing would refuse.
 *
 * @throws UnreadablePhotoError for a photo that no page can show
 */
export function checkPhotoSize({ width, height }: Size): void {
  const short = Math.min(width, height);
  const long = Math.max(width, height);
  if (short >= MIN_SIDE && long <= short * MAX_ASPECT) return;
  const size = `${width} × ${height} beeldpunten`;
  throw new UnreadablePhotoError(`De foto is te klein of te smal (${size}); kies een andere.`);
}
