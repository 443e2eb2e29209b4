import sharp, { type Sharp } from 'sharp';
import { PHONE_ADVICE } from '../content/photo-file.ts';

export interface Size {
  width: number;
  height: number;
}

/** Pixels in red, green and blue, a byte each, row by row. */
export interface Pixels extends Size {
  data: Uint8Array;
}

/** Minimum side length in pixels. */
const MIN_SIDE = 16;
/** Maximum aspect ratio; more would leave no height at the smallest width. */
const MAX_SHAPE = 20;
/** More would take gigabytes of memory. */
const MAX_PIXELS = 268_000_000;
/** Large enough for the widest file of the photo and of its portrait crop. */
const WORKING_SIZE = { width: 2560, height: 2000 };

/** The file is unusable, and the caterer can fix that. The message is a Dutch sentence. */
export class UnreadablePhotoError extends Error {
  override readonly name = 'UnreadablePhotoError';
}

/**
 * Decodes a photo to oriented sRGB pixels without transparency or metadata, scaled down to the
 * working size if larger.
 *
 * @param background colour of transparent areas: '#f6f1e7'
 * @throws UnreadablePhotoError when the bytes are damaged, not a photo, too large or too small
 */
export async function readOriginal(bytes: Uint8Array, background = '#ffffff'): Promise<Pixels> {
  try {
    // Phones and mail programs rename HEIC to '.jpg'.
    if (/^ftyp(?:hei[cmsx]|hev[cx]|mif1)/.test(String.fromCharCode(...bytes.subarray(4, 12)))) {
      throw new UnreadablePhotoError(
        `Dit is een HEIC-foto met een andere naam; verwacht wordt ${PHONE_ADVICE}.`,
      );
    }
    // Tolerates harmless stray bytes of cameras and editors, but refuses truncated files.
    const image = sharp(bytes, { failOn: 'truncated', limitInputPixels: false });
    const { autoOrient, hasProfile } = await image.metadata();
    assertSize(autoOrient);
    image
      .autoOrient()
      .resize({ ...WORKING_SIZE, fit: 'outside', withoutEnlargement: true })
      .toColourspace('srgb');
    // sharp does not convert 16-bit raw pixels to sRGB unless asked. Without a profile, asking
    // would assign a wrong one.
    if (hasProfile) image.withIccProfile('srgb');
    const { data, info } = await image
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    if (channels === 3) return { data, width, height };
    // Must come after the conversion: on a grey photo `flatten` uses the first channel of the
    // background for all three.
    const opaque = sharp(data, { raw: { width, height, channels } })
      .flatten({ background })
      .removeAlpha();
    return { data: await opaque.raw().toBuffer(), width, height };
  } catch (error) {
    if (error instanceof UnreadablePhotoError) throw error;
    const [reason] = (error as Error).message.split('\n');
    throw new UnreadablePhotoError(
      `Dit bestand is beschadigd of geen foto (${reason}); kopieer het opnieuw, of bewaar het opnieuw als JPG.`,
      { cause: error },
    );
  }
}

export function openPixels({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

function assertSize({ width, height }: Size): void {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const isTooLarge = short * long > MAX_PIXELS;
  if (!isTooLarge && short >= MIN_SIDE && long <= short * MAX_SHAPE) return;
  const expected = isTooLarge
    ? '4000 beeldpunten breed is ruim genoeg'
    : `verwacht worden minstens ${MIN_SIDE} beeldpunten per kant, en hoogstens twintig keer zo lang als smal`;
  const wrong = isTooLarge ? 'te groot' : 'te klein of te smal';
  throw new UnreadablePhotoError(
    `De foto is ${wrong} (${width} × ${height} beeldpunten); ${expected}.`,
  );
}
