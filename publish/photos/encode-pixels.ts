import type { PhotoFormat } from '../../site/picture/photo.ts';
import { avifEffort, BUDGET_MIN_QUALITY, FORMAT_PLANS } from './photo-variants.ts';
import { openPixels, type Pixels } from './pixels.ts';

/** Bytes an AVIF gains with one step of quality, as a part of the whole. */
const BYTES_PER_STEP = 0.027;

/** A picture as it was encoded at some quality. */
export interface Encoded {
  quality: number;
  bytes: Buffer;
}

export async function encodePixels(
  pixels: Pixels,
  format: PhotoFormat,
  quality: number,
): Promise<Encoded> {
  return { quality, bytes: await encode(pixels, format, quality).toBuffer() };
}

function encode(pixels: Pixels, format: PhotoFormat, quality: number) {
  const image = openPixels(pixels);
  switch (format) {
    case 'avif': {
      const effort = avifEffort(pixels.width);
      return image.avif({ ...FORMAT_PLANS.avif.options, effort, quality });
    }
    case 'webp':
      return image.webp({ ...FORMAT_PLANS.webp.options, quality });
    case 'jpeg':
      return image.jpeg({ ...FORMAT_PLANS.jpeg.options, quality });
  }
}

/**
 * An AVIF of at most `maxBytes`, at the highest quality up to `quality` that is found to fit; the
 * smallest allowed when none does.
 *
 * @param tried the same picture at any quality: saves a try, or tells how far to go
 */
export async function encodeAvifWithin(
  pixels: Pixels,
  quality: number,
  maxBytes = Number.POSITIVE_INFINITY,
  tried?: Encoded,
): Promise<Buffer> {
  const fitting = tried ? Math.min(quality, fittingQuality(tried, maxBytes)) : quality;
  const made = tried?.quality === fitting ? tried : await encodePixels(pixels, 'avif', fitting);
  if (made.bytes.length <= maxBytes || fitting <= BUDGET_MIN_QUALITY) return made.bytes;
  return encodeAvifWithin(pixels, fitting - 1, maxBytes, made);
}

function fittingQuality({ quality, bytes }: Encoded, maxBytes: number): number {
  const steps = Math.floor(Math.log(maxBytes / bytes.length) / BYTES_PER_STEP);
  return Math.max(BUDGET_MIN_QUALITY, quality + steps);
}
