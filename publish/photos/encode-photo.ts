import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { PhotoCrop, PhotoCropName, PhotoFormat } from '../../site/picture/photo.ts';
import { type CropRegion, cropRegion, TALL_ASPECT } from './crop-region.ts';
import { openPixels, type Pixels, readOriginal } from './read-original.ts';

/** Encoding parameters. They are part of the cache key, so a change encodes all photos again. */
const ENCODING = {
  /** Increment when the code produces different files from the same parameters. */
  version: 5,
  /**
   * Quality of the AVIF of each width: less for screens whose pixels are too small to tell. Of the whole photo: stamps beside the lines of a menu card (320), galleries of a phone at up
   * to two pixels a px (880), half of a window of 1440 px (1080), phones at up to three pixels (1440),
   * a hero on a desktop (1920), the same in more pixels (2560). Of the tall crop: phones of 360 to
   * 430 px, at up to two pixels a px and at up to three; 728 holds the 721 px that a phone of 412 px
   * and 1.75 pixels a px wants.
   */
  qualities: {
    full: { 320: 60, 880: 60, 1080: 60, 1440: 60, 1920: 60, 2560: 52 },
    tall: { 728: 60, 1200: 52 },
  } satisfies Record<PhotoCropName, Record<number, number>>,
  /** Ten bits avoid banding in smooth areas at the same file size. */
  avif: { bitdepth: 10, chromaSubsampling: '4:4:4' } as const,
  /** Effort 0 would take a quarter of the time of 2, but files would be 12 % larger. */
  effort: { belowWidth: 1000, small: 2, large: 0 },
  /** Width of the fallback JPEG of each crop, for browsers from before 2024. */
  jpegWidths: { full: 1280, tall: 728 },
  jpeg: { quality: 78, progressive: true },
  tallAspect: TALL_ASPECT,
};

// Photos are encoded in parallel, so threads per photo gain nothing, and they would split it into
// tiles.
sharp.concurrency(1);
// sharp's cache would only use memory, because no operation is repeated.
sharp.cache(false);

/** Metadata of an encoded photo, stored beside its files `${crop}-${width}.${format}`. */
export interface EncodedPhoto {
  full: PhotoCrop;
  tall?: PhotoCrop;
  /** The focal point within the tall crop, in percent. */
  tallFocus?: [number, number];
  /** Mean colour as CSS: '#c9b79a'. */
  color: string;
}

export interface EncodeOptions {
  /** Background of transparent photos: '#f6f1e7'. */
  background?: string | undefined;
  /** Focal point of the portrait crop, in percent; if undefined, there is no such crop. */
  tallFocus?: [number, number] | undefined;
}

/** The part of the cache key besides the photo's bytes. */
export function encodingOf(options: EncodeOptions): object {
  return { ...ENCODING, ...options };
}

/**
 * Writes all files of a photo into an existing folder.
 *
 * @throws UnreadablePhotoError when the original cannot be read; or an error of writing the files
 */
export async function encodePhoto(
  bytes: Uint8Array,
  folder: string,
  { background, tallFocus }: EncodeOptions,
): Promise<EncodedPhoto> {
  const original = await readOriginal(bytes, background);
  const { width, height } = original;
  const whole = { left: 0, top: 0, width, height };
  const full = await encodeCrop(original, 'full', whole, folder);
  const color = await meanColor(original);
  if (!tallFocus) return { full, color };
  const region = cropRegion(original, ENCODING.tallAspect, tallFocus);
  const tall = await encodeCrop(original, 'tall', region, folder);
  const within: [number, number] = [
    percentWithin(width, tallFocus[0], region.left, region.width),
    percentWithin(height, tallFocus[1], region.top, region.height),
  ];
  return { full, color, tall, tallFocus: within };
}

async function encodeCrop(
  original: Pixels,
  name: PhotoCropName,
  region: CropRegion,
  folder: string,
): Promise<PhotoCrop> {
  const heightAt = (width: number) => Math.round((width * region.height) / region.width);
  const resized = (width: number) =>
    openPixels(original)
      .extract(region)
      .resize({ width, height: heightAt(width), fit: 'fill' });
  const write = (width: number, format: PhotoFormat, bytes: Uint8Array) =>
    writeFile(join(folder, `${name}-${width}.${format}`), bytes, { flush: true });

  const qualities = variantQualities(region.width, ENCODING.qualities[name]);
  const { belowWidth, small, large } = ENCODING.effort;
  for (const [width, quality] of qualities) {
    const effort = width < belowWidth ? small : large;
    const image = resized(width).avif({ ...ENCODING.avif, effort, quality });
    await write(width, 'avif', await image.toBuffer());
  }
  const fallbackWidth = Math.min(region.width, ENCODING.jpegWidths[name]);
  await write(fallbackWidth, 'jpeg', await resized(fallbackWidth).jpeg(ENCODING.jpeg).toBuffer());

  const widths = qualities.map(([width]) => width);
  const width = widths.at(-1) ?? region.width;
  return { width, height: heightAt(width), widths, fallbackWidth };
}

/**
 * The widths and qualities for a crop: all widths of the layout up to its own width, plus its own
 * width if that is more than 10 % larger.
 */
export function variantQualities(
  cropWidth: number,
  layout: Record<number, number>,
): [width: number, quality: number][] {
  const all = Object.entries(layout).map(([width, quality]): [number, number] => [
    Number(width),
    quality,
  ]);
  const fitting = all.filter(([width]) => width <= cropWidth);
  const next = all[fitting.length];
  const isWider = cropWidth > 1.1 * (fitting.at(-1)?.[0] ?? 0);
  return next && isWider ? [...fitting, [cropWidth, next[1]]] : fitting;
}

async function meanColor(original: Pixels): Promise<string> {
  const { data } = await openPixels(original)
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return `#${data.subarray(0, 3).toString('hex')}`;
}

function percentWithin(length: number, percent: number, start: number, part: number): number {
  return Math.round((((length * percent) / 100 - start) / part) * 100);
}
