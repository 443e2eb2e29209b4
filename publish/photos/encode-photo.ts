import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { PhotoCrop, PhotoCropName, PhotoFormat } from '../../site/picture/photo.ts';
import { type CropRegion, cropRegion, TALL_ASPECT } from './crop-region.ts';
import { openPixels, type Pixels, readOriginal } from './read-original.ts';

/**
 * Which files a photo becomes. Changing a number encodes all photos again: they are part of the
 * cache's key.
 */
const ENCODING = {
  /** Raised whenever the code makes other files from the same numbers. */
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
  /** Ten bits: smooth bokeh in no more bytes, where eight show a weave of faint bands. */
  avif: { bitdepth: 10, chromaSubsampling: '4:4:4' } as const,
  /** None takes a quarter of two's time for an eighth more bytes; phones load the smaller files. */
  effort: { belowWidth: 1000, small: 2, large: 0 },
  /** Width of the JPEG, one a crop: only browsers from before 2024 ask for it. */
  jpegWidths: { full: 1280, tall: 728 },
  jpeg: { quality: 78, progressive: true },
  tallAspect: TALL_ASPECT,
};

// Photos are made side by side: threads within one gain nothing, and cut its picture into tiles.
sharp.concurrency(1);
// Nothing is made twice of the same pixels: what is kept of them would only stand in memory.
sharp.cache(false);

/** What is kept of one photo, beside its files `${crop}-${width}.${format}`. */
export interface EncodedPhoto {
  full: PhotoCrop;
  tall?: PhotoCrop;
  /** The focal point within the tall crop, in percent. */
  tallFocus?: [number, number];
  /** Mean colour, as CSS writes it: '#c9b79a'. */
  color: string;
}

export interface EncodeOptions {
  /** Shines through a transparent photo: '#f6f1e7'. */
  background?: string | undefined;
  /** Where the upright crop is taken, in percent; none is made without. */
  tallFocus?: [number, number] | undefined;
}

/** All that decides the files of a photo besides its bytes. */
export function encodingOf(options: EncodeOptions): object {
  return { ...ENCODING, ...options };
}

/**
 * Makes every file of one photo in an existing folder.
 *
 * @throws UnreadablePhotoError when the original cannot be read; else what writing the files throws
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
 * The widths that a crop this wide is made in, with their qualities: those of the layout it is wide
 * enough for, and its own where that is more than a tenth wider.
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
