import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Photo, PhotoCrop, PhotoCropName, PhotoPlaceholder } from '../../site/photo/photo.ts';
import { type CropRegion, cropRegion, type FocalPoint, TALL_ASPECT } from './crop-region.ts';
import { measureBrightness, TEXT_ZONES } from './hero-shades.ts';
import { openPixels, type Pixels, readOriginal, type Size } from './read-original.ts';

/**
 * The parameters of encoding. They are part of the cache key, so a change encodes all photos again.
 */
export const ENCODING = {
  /** Increase this when the code makes different files from the same parameters. */
  version: 6,
  /**
   * Widths of the AVIFs. Those of the full photo are for menu cards, galleries, dense phones and
   * the heroes of desktops. Those of the tall crop are for phones with a pixel ratio up to 2 and up
   * to 3.
   */
  widths: { full: [320, 880, 1080, 1440, 1920, 2560], tall: [728, 1200] },
  /**
   * The largest width has a lower quality, because the screens that load it have pixels too small
   * to show the loss.
   */
  quality: { usual: 60, largest: 52 },
  /**
   * Leaves, grass and roof tiles would take twice the bytes of other photos, and hide a loss of
   * quality. So a file with more bits per pixel than this is encoded again with a lower quality.
   */
  detailed: { bitsPerPixel: 0.6, lowerBy: 10 },
  /** Ten bits avoid banding in smooth areas at the same file size. */
  avif: { bitdepth: 10, chromaSubsampling: '4:4:4' } as const,
  /** Effort 0 takes a quarter of the time of 2, for files that are 12 % larger. */
  effort: { belowWidth: 1000, small: 2, large: 0 },
  /** Width of the fallback JPEG of each crop, for browsers from before 2024. */
  jpegWidths: { full: 1280, tall: 728 },
  jpeg: { quality: 78, progressive: true },
  tallAspect: TALL_ASPECT,
  /**
   * The recommended Open Graph size. The card is a JPEG, because not every service supports AVIF.
   */
  card: { width: 1200, height: 630, jpeg: { quality: 84, mozjpeg: true } },
  textZones: TEXT_ZONES,
};

// Photos are encoded in parallel; threads within one would only split it into tiles.
sharp.concurrency(1);
// No operation is repeated, so a cache would not help.
sharp.cache(false);

/** The file with the {@link EncodedPhoto}. */
export const ENCODED_FILE = 'photo.json';
export const CARD_FILE = 'card-1200.jpeg';

export interface EncodedPhoto extends Pick<Photo, 'full' | 'tall'> {
  placeholder: Pick<PhotoPlaceholder, 'color' | 'tallFocus'>;
  /** Brightness behind the texts of a hero (`measureBrightness`). */
  brightness?: number[];
}

/** These options are part of the cache key. */
export interface EncodeOptions {
  /** Background of transparent photos: '#f6f1e7'. */
  background?: string;
  /** Focal points of a photo that is shown in portrait too. */
  focalPoints?: { full: FocalPoint; tall: FocalPoint };
  /** Focal point of the social card; if undefined, there is no card. */
  cardFocus?: FocalPoint;
}

/**
 * Writes all files of a photo into an existing folder.
 *
 * @throws UnreadablePhotoError
 */
export async function encodePhoto(
  bytes: Uint8Array,
  folder: string,
  { background, focalPoints, cardFocus }: EncodeOptions,
): Promise<void> {
  const original = await readOriginal(bytes, background);
  const { width, height } = original;
  const whole = { left: 0, top: 0, width, height };
  const encoded: EncodedPhoto = {
    full: await encodeCrop(original, 'full', whole, folder),
    placeholder: { color: await meanColor(original) },
  };
  if (focalPoints) {
    const region = cropRegion(original, ENCODING.tallAspect, focalPoints.tall);
    encoded.tall = await encodeCrop(original, 'tall', region, folder);
    encoded.placeholder.tallFocus = focusWithin(region, original, focalPoints.tall);
    encoded.brightness = await measureBrightness(original, focalPoints);
  }
  if (cardFocus) {
    const { width, height, jpeg } = ENCODING.card;
    await openPixels(original)
      .extract(cropRegion(original, width / height, cardFocus))
      .resize({ width, height, fit: 'fill' })
      .jpeg(jpeg)
      .toFile(join(folder, CARD_FILE));
  }
  await writeFile(join(folder, ENCODED_FILE), JSON.stringify(encoded));
}

async function encodeCrop(
  original: Pixels,
  crop: PhotoCropName,
  region: CropRegion,
  folder: string,
): Promise<PhotoCrop> {
  const { avif, detailed, jpeg, quality } = ENCODING;
  const heightAt = (width: number) => Math.round((width * region.height) / region.width);
  const resizeTo = (width: number) =>
    openPixels(original)
      .extract(region)
      .resize({ width, height: heightAt(width), fit: 'fill' });

  const layout = ENCODING.widths[crop];
  const widths = variantWidths(region.width, layout);
  for (const width of widths) {
    const isLargest = width > (layout.at(-2) ?? 0);
    const effort =
      width < ENCODING.effort.belowWidth ? ENCODING.effort.small : ENCODING.effort.large;
    const best = isLargest ? quality.largest : quality.usual;
    const encode = (quality: number) =>
      resizeTo(width)
        .avif({ ...avif, quality, effort })
        .toBuffer();
    let file = await encode(best);
    const bitsPerPixel = (8 * file.length) / (width * heightAt(width));
    if (bitsPerPixel > detailed.bitsPerPixel) file = await encode(best - detailed.lowerBy);
    await writeFile(join(folder, `${crop}-${width}.avif`), file);
  }
  const fallbackWidth = Math.min(region.width, ENCODING.jpegWidths[crop]);
  await resizeTo(fallbackWidth)
    .jpeg(jpeg)
    .toFile(join(folder, `${crop}-${fallbackWidth}.jpeg`));

  const width = widths.at(-1) ?? region.width;
  return { width, height: heightAt(width), widths, fallbackWidth };
}

/**
 * Returns the layout's widths that the crop has. When the crop is too small for all of them, its
 * own width is added if it is more than 10 % larger than the last.
 */
export function variantWidths(cropWidth: number, layout: number[]): number[] {
  const fitting = layout.filter((width) => width <= cropWidth);
  const isWider = cropWidth > 1.1 * (fitting.at(-1) ?? 0);
  if (isWider && fitting.length < layout.length) fitting.push(cropWidth);
  return fitting;
}

async function meanColor(original: Pixels): Promise<string> {
  const pixel = await openPixels(original).resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  return `#${pixel.toString('hex')}`;
}

/** Converts a focal point of the whole photo to percent of a part of it. */
function focusWithin(region: CropRegion, photo: Size, [x, y]: FocalPoint): FocalPoint {
  const left = (photo.width * x) / 100 - region.left;
  const top = (photo.height * y) / 100 - region.top;
  const fromLeft = Math.round((left / region.width) * 100);
  const fromTop = Math.round((top / region.height) * 100);
  return [fromLeft, fromTop];
}
