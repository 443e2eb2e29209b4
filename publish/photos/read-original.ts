import sharp from 'sharp';
import { openPixels, type Pixels, toPixels } from './pixels.ts';

export interface Size {
  width: number;
  height: number;
}

/** Linen, the page's ground, shines through a transparent photo. */
const PAGE_COLOR = '#f6f1e7';
/** Less than this on a side is no photo; the measure of likeness needs 8. */
const MIN_SIDE = 16;
/** More than this, long side to short, leaves no height at the narrowest width. */
const MAX_SHAPE = 20;

/** The file itself is at fault, and the caterer can mend it; everything else is thrown as it is. */
export class UnreadablePhotoError extends Error {
  override readonly name = 'UnreadablePhotoError';
}

export function hasPhotoShape({ width, height }: Size): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return short >= MIN_SIDE && long <= short * MAX_SHAPE;
}

/**
 * A photo upright, in sRGB, without transparency or metadata.
 *
 * @param sizeFor the size wanted of an upright original of this size, in its shape
 * @throws UnreadablePhotoError when the file is damaged, no photo, or too large or small for one
 */
export async function readOriginal(file: string, sizeFor: (size: Size) => Size): Promise<Pixels> {
  try {
    // Cameras and editors leave stray bytes that do no harm; a photo that is cut off is refused.
    const image = sharp(file, { failOn: 'truncated' });
    const { autoOrient, hasProfile } = await image.metadata();
    if (!hasPhotoShape(autoOrient)) throw new Error('too small, or too narrow for its length');
    image
      .autoOrient()
      .resize({ ...sizeFor(autoOrient), fit: 'fill' })
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
    const opaque = sharp(data, { raw: { width, height, channels } });
    return await toPixels(opaque.flatten({ background: PAGE_COLOR }).removeAlpha());
  } catch (error) {
    throw new UnreadablePhotoError((error as Error).message, { cause: error });
  }
}

/** The part of a photo within `region`, at a width and in the region's shape. */
export function cutOut(
  photo: Pixels,
  region: Size & { left: number; top: number },
  size: Size,
): Promise<Pixels> {
  return toPixels(
    openPixels(photo)
      .extract(region)
      .resize({ ...size, fit: 'fill' }),
  );
}
