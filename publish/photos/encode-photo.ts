import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { PhotoCrop, PhotoCropName, PhotoFormat } from '../../site/picture/photo.ts';
import { type CropRegion, cropRegion, TALL_ASPECT } from './crop-region.ts';
import { openPixels, type Pixels, readOriginal } from './read-original.ts';

const NO_BUDGET = { maxWidth: 0, maxBytes: 0 };

/**
 * Which files a photo becomes. Changing a number makes all photos anew: they are part of the
 * cache's key. Where they come from: `docs/decisions/044-photos-fixed-qualities.md`.
 */
const ENCODING = {
  /** Raised whenever the code makes other files from the same numbers. */
  version: 4,
  /**
   * Widths of the AVIFs. Of the whole photo: stamps beside the lines of a menu card (320, for 108 px
   * at three pixels a px), galleries of a phone at up to two pixels a px (880, for 120 % of 412 px at
   * 1.75: a photo of 16:10 that covers a frame of 4:3 is wider than it), half of a window of 1440 px
   * (1080), phones at up to three pixels (1440), a hero on a desktop (1920), the same in more pixels
   * (2560). Of the tall crop: phones of 360 to 430 px, at up to two pixels a px and at up to three; 728
   * holds the 721 px that a phone of 412 px and 1.75 pixels a px wants.
   */
  widths: { full: [320, 880, 1080, 1440, 1920, 2560], tall: [728, 1200] },
  /** Ten bits: smooth bokeh in no more bytes, where eight show a weave of faint bands. */
  avif: { bitdepth: 10, chromaSubsampling: '4:4:4' } as const,
  /** The first, unless the file is over its budget: a photo so busy hides what it loses. */
  avifQualities: [65, 59, 51, 39],
  /**
   * None takes less than half of one's time for a tenth more bytes; phones load the smaller ones. Three
   * takes three to five times one's for an eighth less: for what a phone's first screen waits for.
   */
  avifEffort: { belowWidth: 1000, small: 1, large: 0, awaited: 3 },
  /** What the greatest effort leaves of none's bytes where it leaves least: 78 to 87 % of eight photos. */
  leastOfQuick: 0.78,
  /**
   * Most bytes of the first screen: of a phone of 412 px and 1.75 pixels a px, and of a window of
   * 1920 px. For the AVIF it loads and every narrower one.
   */
  budgets: {
    full: { maxWidth: 1920, maxBytes: 120_000 },
    tall: { maxWidth: 728, maxBytes: 45_000 },
    /** The same look in fewer bytes, by its effort. */
    awaited: { maxWidth: 728, maxBytes: 40_000 },
  },
  /** One a crop: only browsers from before 2024 ask for it. */
  jpegWidths: { full: 1280, tall: 728 },
  jpeg: { quality: 78, progressive: true },
  /** Width : height of the tall crop: the photo above a hero's words, from 360 × 640 to 430 × 932. */
  tallAspect: TALL_ASPECT,
};

/**
 * What a first start shows until the photos are made: at the same quality, in a tenth more bytes and in
 * the pixels of most screens, in a quarter of the time.
 */
const DRAFT: typeof ENCODING = {
  ...ENCODING,
  widths: { full: [320, 1280], tall: [728] },
  avifQualities: ENCODING.avifQualities.slice(0, 1),
  avifEffort: { belowWidth: 0, small: 0, large: 0, awaited: 0 },
  budgets: { full: NO_BUDGET, tall: NO_BUDGET, awaited: NO_BUDGET },
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
  /** A file that no quality brought within its budget. */
  tooHeavy?: { bytes: number; maxBytes: number };
}

export interface EncodeOptions {
  /** Where the upright crop is taken, in percent; none is made without. */
  tallFocus?: [number, number] | undefined;
  /** Whether a phone's first screen waits for that crop: the first of a hero. Default: no. */
  isAwaited?: boolean | undefined;
  /** Whether it is only for a first start. Default: no. */
  isDraft?: boolean | undefined;
}

/** All that decides the files of a photo besides its bytes. */
export function encodingOf(options: EncodeOptions) {
  return { ...(options.isDraft ? DRAFT : ENCODING), ...options };
}

/**
 * Makes every file of one photo in an existing folder.
 *
 * @throws UnreadablePhotoError when the original cannot be read; else what writing the files throws
 */
export async function encodePhoto(
  bytes: Uint8Array,
  folder: string,
  options: EncodeOptions,
): Promise<EncodedPhoto> {
  const { tallFocus, isAwaited } = options;
  const encoding = encodingOf(options);
  const original = await readOriginal(bytes);
  const { width, height } = original;
  const whole = { left: 0, top: 0, width, height };
  const { crop: full, ...weight } = await encodeCrop(original, 'full', whole, folder, encoding);
  const made = { full, color: await meanColor(original), ...weight };
  if (!tallFocus) return made;
  const region = cropRegion(original, encoding.tallAspect, tallFocus);
  const within: [number, number] = [
    percentWithin(width, tallFocus[0], region.left, region.width),
    percentWithin(height, tallFocus[1], region.top, region.height),
  ];
  const { crop: tall, ...tallWeight } = await encodeCrop(
    original,
    'tall',
    region,
    folder,
    encoding,
    isAwaited,
  );
  return { ...made, tall, tallFocus: within, ...tallWeight };
}

async function encodeCrop(
  original: Pixels,
  name: PhotoCropName,
  region: CropRegion,
  folder: string,
  encoding: typeof ENCODING,
  isAwaited = false,
) {
  const heightAt = (width: number) => Math.round((width * region.height) / region.width);
  const resized = (width: number) =>
    openPixels(original)
      .extract(region)
      .resize({ width, height: heightAt(width), fit: 'fill' });
  const write = (width: number, format: PhotoFormat, bytes: Uint8Array) =>
    writeFile(join(folder, `${name}-${width}.${format}`), bytes, { flush: true });

  const widths = variantWidths(region.width, encoding.widths[name]);
  const { maxWidth, maxBytes } = encoding.budgets[isAwaited ? 'awaited' : name];
  let tooHeavy: EncodedPhoto['tooHeavy'];
  for (const width of widths) {
    const limit = width <= maxWidth ? maxBytes : Number.POSITIVE_INFINITY;
    const bytes = await encodeAvif(
      resized(width),
      effortFor(width, isAwaited, encoding),
      limit,
      encoding,
    );
    if (bytes.length > limit) tooHeavy = { bytes: bytes.length, maxBytes };
    await write(width, 'avif', bytes);
  }
  const fallbackWidth = Math.min(region.width, encoding.jpegWidths[name]);
  await write(fallbackWidth, 'jpeg', await resized(fallbackWidth).jpeg(encoding.jpeg).toBuffer());

  const width = widths.at(-1) ?? region.width;
  const crop: PhotoCrop = { width, height: heightAt(width), widths, fallbackWidth };
  return { crop, ...(tooHeavy && { tooHeavy }) };
}

function effortFor(width: number, isAwaited: boolean, { avifEffort }: typeof ENCODING): number {
  const { belowWidth, small, large, awaited } = avifEffort;
  if (width >= belowWidth) return large;
  return isAwaited ? awaited : small;
}

/** At the first quality that keeps it within `maxBytes`, else at the last. */
async function encodeAvif(
  image: Sharp,
  effort: number,
  maxBytes: number,
  { avif, avifQualities, avifEffort, leastOfQuick }: typeof ENCODING,
): Promise<Buffer> {
  const encode = (quality: number, effort: number) =>
    image.avif({ ...avif, effort, quality }).toBuffer();
  let bytes = Buffer.alloc(0);
  for (const [at, quality] of avifQualities.entries()) {
    if (effort === avifEffort.awaited && at < avifQualities.length - 1) {
      // Ten times as quick, and enough to know what no effort brings within the budget.
      const quick = await encode(quality, 0);
      if (quick.length * leastOfQuick > maxBytes) continue;
    }
    bytes = await encode(quality, effort);
    if (bytes.length <= maxBytes) break;
  }
  return bytes;
}

/**
 * The widths that a crop this wide is made in: those of the layout it is wide enough for, and its
 * own where that is more than a tenth wider.
 */
export function variantWidths(cropWidth: number, layoutWidths: readonly number[]): number[] {
  const fitting = layoutWidths.filter((width) => width <= cropWidth);
  const own = Math.min(cropWidth, Math.max(...layoutWidths));
  return own > 1.1 * (fitting.at(-1) ?? 0) ? [...fitting, own] : fitting;
}

async function meanColor(original: Pixels): Promise<string> {
  // Of a few pixels: all that `stats` knows of a large picture takes a quarter of a second.
  const side = 64;
  const few = openPixels(original).resize(side, side, { fit: 'fill' });
  const small = { data: await few.raw().toBuffer(), width: side, height: side };
  const { channels } = await openPixels(small).stats();
  const bytes = channels.slice(0, 3).map(({ mean }) => Math.round(mean));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function percentWithin(length: number, percent: number, start: number, part: number): number {
  return Math.round((((length * percent) / 100 - start) / part) * 100);
}
