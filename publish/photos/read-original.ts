import sharp, { type Sharp } from 'sharp';

export interface Size {
  width: number;
  height: number;
}

/** Pixels in red, green and blue, a byte each, row by row. */
export interface Pixels extends Size {
  data: Uint8Array;
}

/** Less than this on a side is no photo. */
const MIN_SIDE = 16;
/** More than this, long side to short, leaves no height at the narrowest width. */
const MAX_SHAPE = 20;
/** Holds the widest file of the whole photo, and of its upright crop. */
const WORKING_SIZE = { width: 2560, height: 2000 };

/** The file itself is at fault, and the caterer can mend it; everything else is thrown as it is. */
export class UnreadablePhotoError extends Error {
  override readonly name = 'UnreadablePhotoError';
}

export function hasPhotoShape({ width, height }: Size): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return short >= MIN_SIDE && long <= short * MAX_SHAPE;
}

/**
 * A photo upright, in sRGB, without transparency or metadata, brought down to what a screen shows;
 * never enlarged.
 *
 * @param background shines through where it is transparent: '#f6f1e7'
 * @throws UnreadablePhotoError when the bytes are damaged, no photo, or too large or small for one
 */
export async function readOriginal(bytes: Uint8Array, background = '#ffffff'): Promise<Pixels> {
  try {
    // Cameras and editors leave stray bytes that do no harm; a photo that is cut off is refused.
    const image = sharp(bytes, { failOn: 'truncated' });
    const { autoOrient, hasProfile } = await image.metadata();
    if (!hasPhotoShape(autoOrient)) throw new Error('too small, or too narrow for its length');
    image
      .autoOrient()
      .resize({ ...WORKING_SIZE, fit: 'outside', withoutEnlargement: true })
      .toColourspace('srgb');
    // Raw pixels of 16 bits keep the colours of their profile unless asked; and without a profile
    // asking would give them a wrong one.
    if (hasProfile) image.withIccProfile('srgb');
    const { data, info } = await image
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    if (channels === 3) return { data, width, height };
    // Only now: on a grey photo `flatten` takes the first channel of the ground for all three.
    const opaque = sharp(data, { raw: { width, height, channels } })
      .flatten({ background })
      .removeAlpha();
    return { data: await opaque.raw().toBuffer(), width, height };
  } catch (error) {
    throw new UnreadablePhotoError((error as Error).message, { cause: error });
  }
}

export function openPixels({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}
